"""A real browser, and in it a page: what it says on its console, what it asks the network for, how it looks."""
import base64
import json
import pathlib

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


class Browser:
    """Started at once, ended by `with`; one page at a time."""

    def __init__(self):
        options = Options()
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--disable-background-networking", "--no-first-run", "--disable-component-update"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self, path, width=1200, dark=False, scripts=True):
        self.command("Emulation.setDeviceMetricsOverride",
                     {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
        self.command("Emulation.setEmulatedMedia",
                     {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.command("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        self.driver.get(pathlib.Path(path).absolute().as_uri())

    def command(self, name, values):
        return self.driver.execute_cdp_cmd(name, values)

    def run(self, script):
        return self.driver.execute_script(script)

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Every address asked for since the last question, but the page itself and data within it."""
        asked = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.append(message["params"]["request"]["url"])
        return [url for url in asked if not url.startswith(("file:", "data:", "chrome:"))]

    def save(self, path, part=None):
        """A picture of all of the page, or of the part (from, to) of its height."""
        size = self.command("Page.getLayoutMetrics", {})["cssContentSize"]
        top, bottom = part or (0, size["height"])
        clip = {"x": 0, "y": top, "width": size["width"], "height": bottom - top, "scale": 1}
        shot = self.command("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        with open(path, "wb") as out:
            out.write(base64.b64decode(shot["data"]))
