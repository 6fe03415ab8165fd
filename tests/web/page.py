#!/usr/bin/python3
"""The playground in a real browser: what `tools/web` has left in build/web, served from this machine.

    tests/web/page.py [WORD...]     only tests whose name has one of the words

Every preset to its end with the command's numbers, points by real mouse events, steps back and forward, links, bad
input, a large file in the worker; names of controls, contrast, no error on the console, no request to elsewhere."""
import functools
import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "browser"))
import browser   # noqa: E402  (needs the path above)
from selenium.webdriver.common.action_chains import ActionChains   # noqa: E402
from selenium.webdriver.common.by import By   # noqa: E402
from selenium.webdriver.common.keys import Keys   # noqa: E402

COMMAND = os.environ.get("PERCEPTRON", os.path.join(ROOT, "build", "bin", "perceptron"))
failures = []


def check(good, sentence):
    if not good:
        failures.append(sentence)
        print("  WRONG:", sentence)


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Page:
    """The playground, opened by its hash."""

    def __init__(self, shown, base):
        self.shown, self.base, self.driver = shown, base, shown.driver
        self.driver.set_script_timeout(120)

    def open(self, hash_="", width=1280, dark=False):
        self.shown.command("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
        self.shown.command("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.driver.get("about:blank")
        self.driver.get(self.base + "index.html" + hash_)
        self.wait("document.documentElement.dataset.ready === 'yes'")

    def run(self, script):
        return self.shown.run(script)

    def wait(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > end:
                check(False, f"in {seconds} s it did not come to: {condition}")
                return
            time.sleep(0.05)

    def text(self, name):
        return self.run(f"return document.getElementById('{name}').textContent")

    def click(self, name):
        self.driver.find_element(By.ID, name).click()
        self.settle()

    def settle(self):
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def points(self):
        return self.run("return playground.shown.points.map(p => [p.x, p.y, p.name])")

    def at(self, share_x, share_y):
        """A place of the plane for the mouse, as shares of the picture from its middle."""
        plane = self.driver.find_element(By.ID, "editor")
        size = plane.size
        return ActionChains(self.driver).move_to_element_with_offset(
            plane, int(share_x * size["width"]), int(share_y * size["height"]))


def same(here, told, place):
    if isinstance(here, dict):
        for key in here:
            same(here[key], told[key], f"{place}.{key}")
    else:
        check(here == told, f"{place}: {here}, the command {told}")


def told_of(facts):
    """What the command shown says of the rows shown."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "rows.csv"), "w", encoding="utf-8") as out:
            out.write(facts["csv"])
        told = json.loads(subprocess.run([COMMAND, *shlex.split(facts["command"])[1:], "--json", "--no-diagnose"], cwd=folder,
                                         check=True, stdout=subprocess.PIPE).stdout)
    return told.get("training", told)


def test_every_preset_ends_as_the_command_does(page):
    names = page.run("return [...document.getElementById('preset').options].map(o => o.value)")
    check(len(names) >= 12, "there are twelve presets")
    for name in names:
        page.open(f"#preset={name}&step=100000000")
        facts = page.run("return {csv: playground.state.csv, end: playground.shown.end, command: "
                         "document.getElementById('command').textContent, step: playground.state.step, "
                         "total: playground.shown.total, plane: document.getElementById('plane').innerHTML.length}")
        check(facts["step"] == facts["total"] > 0 and facts["plane"] > 1000, f"{name}: runs to its end, and is drawn")
        end = {k: v for k, v in facts["end"].items() if k not in ("why", "rows_seen", "row", "seconds")}
        check("--algorithm" in facts["command"], f"{name}: the command names its rule: {facts['command']}")
        same(end, told_of(facts), name)
        page.wait("document.getElementById('verdict').textContent.length > 3")
        check("Proved in exact arithmetic" in page.text("verdict"), f"{name}: a proof")


# Rules with options beside them: what `train` would choose by itself is not what the page does, and the command says so.
RULES = ["averaged", "voted", "pocket&seed=3&order=each", "margin&margin=0.5", "pdm", "pa-1", "pa-2&C=0.25", "arow", "romma", "pegasos",
         "batch", "gradient-descent", "svm", "hard-margin", "logistic", "kernel&kernel=polynomial&degree=2", "perceptron&rate=0.5&order=once",
         "mlp&hidden=4&epochs=20", "neighbours", "first-mistake", "uneven"]


def test_the_command_shown_does_what_the_page_does(page):
    for rule in RULES:
        page.open(f"#preset=order&algorithm={rule}&step=100000000")
        facts = page.run("return {csv: playground.state.csv, end: playground.shown.end, said: document.getElementById('alert').textContent, "
                         "command: document.getElementById('command').textContent}")
        check(facts["said"] == "" and facts["end"], f"{rule}: {facts['said']}")
        if facts["end"]:
            same({k: v for k, v in facts["end"].items() if k not in ("why", "rows_seen", "row", "seconds")}, told_of(facts), rule)


def test_captions_and_words_are_those_of_the_rule(page):
    page.open("#preset=moons&step=1000000")
    check(page.run("return document.querySelector('#cone svg')?.textContent.includes('feature space')"), "a kernel has its feature space")
    says = "return document.querySelector('#plane').closest('figure').querySelector('.says').textContent"
    check("the paler, the closer the score is to 0" in page.run(says), f"contours: {page.run(says)}")
    page.wait("document.getElementById('verdict').textContent.includes('Proved')")
    check("need not be one" in page.text("other"), "a proof about hyperplanes is not about kernels")
    page.open("#preset=circles&step=0")
    page.wait("playground.shown.traced")
    check("zero" not in page.text("now"), f"a network begins elsewhere: {page.text('now')}")
    for rule, wanted in (("perceptron", ": y x is added to w"), ("perceptron&rate=0.5", "0.5 y x is added to w"), ("romma", " w moves")):
        page.open(f"#preset=and&algorithm={rule}&step=0")
        page.wait("playground.shown.traced")
        told = page.run("""const told = []; for (let k = 1; k <= 8; k++) { playground.state.step = k; playground.draw(); told.push(' ' + document.getElementById('now').innerText
            + (document.querySelector('#update svg')?.textContent ?? '')); } return told""")
        moved = [words for words in told if " becomes " in words]
        check(any(wanted.strip(": ") in words for words in moved), f"{rule}: {moved}")
        check("rate" not in rule or not any("\ny x is" in words for words in moved), f"{rule}: not y x itself: {moved}")
    page.open("#preset=unit&step=10")
    numbers = page.text("numbers")
    check("between 0.447213 and 0.447214" in numbers, f"a bracket is rounded outwards: {numbers}")


def test_what_is_out_of_sight_is_drawn_when_it_rests(page):
    page.open("#preset=eighty-five&step=0")
    page.wait("playground.shown.traced")
    page.run("document.getElementById('speed').value = '6'")
    page.click("run")
    page.wait("playground.shown.running === false")
    ran = "return [...document.querySelectorAll('#plane, #cone, #update, [data-picture], #steps, .says')].map(e => " \
          "[e.id || e.dataset.picture || 'says', e.id === 'steps' ? e.innerText : e.innerHTML])"
    page.settle()
    after = page.run(ran)
    page.open("#preset=eighty-five&step=100000")
    page.wait("playground.shown.traced")
    page.settle()
    fresh = page.run(ran)
    other = [a[0] for a, f in zip(after, fresh) if a != f]
    check(other == [] and len(after) == len(fresh), f"the end of a run looks as if one had come there at once: {other}")


def test_points_are_added_moved_and_taken_away_by_the_mouse(page):
    page.open("#preset=and&step=0")
    page.at(0.0, 0.0).click().perform()
    page.settle()
    check(len(page.points()) == 5 and page.points()[4][2] == "no", "a click adds a point of the class chosen")
    before = page.points()[4]
    page.at(0.0, 0.0).click_and_hold().perform()
    page.at(0.1, 0.1).perform()
    page.at(0.12, 0.1).release().perform()
    page.settle()
    check(len(page.points()) == 5 and page.points()[4][:2] != before[:2], "it is dragged")
    page.click("undo")
    check(page.points()[4] == before, "undo takes the drag back, as one")
    page.click("redo")
    check(page.points()[4] != before, "redo does it again")
    page.click("undo")
    page.click("undo")
    check(len(page.points()) == 4, "and the point")
    page.driver.find_element(By.CSS_SELECTOR, "#tool-list label:last-child").click()
    where = page.run("""const c = document.querySelectorAll('#plane svg circle.m0, #plane svg [class=m0]')[0].getBoundingClientRect(),
        e = document.getElementById('editor').getBoundingClientRect();
        return [(c.left + c.width / 2 - e.left) / e.width - 0.5, (c.top + c.height / 2 - e.top) / e.height - 0.5]""")
    page.at(*where).click().perform()
    page.settle()
    check(len(page.points()) in (3, 4), "a click on a point takes it away")
    page.click("clear")
    check(page.points() == [], "clear leaves none")
    page.driver.find_element(By.CSS_SELECTOR, "#tool-list label:first-child").click()
    page.at(-0.2, 0.0).click().perform()
    page.at(0.1, 0.1).click().perform()
    page.driver.find_element(By.CSS_SELECTOR, "#tool-list label:nth-child(2)").click()
    page.at(0.2, -0.2).click().perform()
    page.settle()
    check(page.run("return playground.shown.total") > 0, "points of two classes are learned from at once")
    check(page.text("alert") == "", "without a complaint")


def touch(page, *places):
    """A finger that comes down at the first place, moves to the others and goes."""
    for i, (x, y) in enumerate(places):
        page.shown.command("Input.dispatchTouchEvent", {"type": "touchMove" if i else "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.shown.command("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.settle()


def middle(page, name):
    page.run(f"document.getElementById('{name}').scrollIntoView({{block: 'center'}})")
    page.settle()
    return page.run(f"const r = document.getElementById('{name}').getBoundingClientRect(); "
                    "return [r.left + r.width / 2, r.top + r.height / 2]")


def test_a_finger_adds_drags_and_steps(page):
    page.open("#preset=and&step=0", 400)
    page.shown.command("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    x, y = middle(page, "editor")
    touch(page, (x + 40, y - 60))
    check(len(page.points()) == 5, "a tap adds a point")
    before = page.points()[4]
    touch(page, (x + 40, y - 60), (x + 50, y - 40), (x + 70, y - 20))
    check(len(page.points()) == 5 and page.points()[4][:2] != before[:2], "a finger drags it")
    check(page.run("return scrollY") > 0 and page.points()[4][2] == "no", "and the page stays where it is")
    for name, wanted in (("step", 1), ("step", 2), ("back", 1)):
        touch(page, tuple(middle(page, name)))
        time.sleep(0.1)
        check(page.run("return playground.state.step") == wanted, f"a tap on {name} comes to step {wanted}")
    small = page.run("return [...document.querySelectorAll('button, select, .chips label, input[type=range]')].filter(e => e.offsetParent "
                     "&& e.getBoundingClientRect().height < 28).map(e => e.id)")
    check(small == [], f"targets are large enough for a finger: {small}")
    page.shown.command("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_the_keyboard_does_it_all(page):
    page.open("#preset=or&step=0")
    plane = page.driver.find_element(By.ID, "editor")
    page.run("document.getElementById('editor').focus()")
    plane.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ENTER)
    check(len(page.points()) == 5, "Enter adds a point at the cross")
    plane.send_keys("n", Keys.DELETE)
    check(len(page.points()) == 4, "Delete takes the chosen one away")
    page.run("document.getElementById('play').focus()")
    ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT).perform()
    page.settle()
    check(page.run("return playground.state.step") == 1, "arrows step")
    page.at(0.1, 0.2).click().perform()
    page.settle()
    check(len(page.points()) == 5, "a click adds one more")
    for keys, wanted in (("z", 4), ("y", 5), ("z", 4)):
        ActionChains(page.driver).key_down(Keys.CONTROL).send_keys(keys).key_up(Keys.CONTROL).perform()
        page.settle()
        check(len(page.points()) == wanted, f"Ctrl-{keys} with the focus on the plane: {len(page.points())} points")


def test_rows_are_pasted_anywhere_and_files_dropped(page):
    page.open("#preset=or&step=3")
    page.run("""const data = new DataTransfer(); data.setData('text/plain', 'a,b,what\\n1,2,x\\n3,1,y\\n2,2,x\\n');
        document.body.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, cancelable: true, clipboardData: data}))""")
    page.settle()
    check([p[2] for p in page.points()] == ["x", "y", "x"] and page.text("alert") == "", f"pasted: {page.points()}")
    check(page.run("return playground.state.step") == 0, "they are looked at from the first on")
    page.run("""const data = new DataTransfer(); data.items.add(new File(['a,b,c,what\\n1,2,3,x\\n3,1,1,y\\n'], 'small.csv'));
        document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}))""")
    page.wait("playground.shown.set?.facts.features === 3")
    check("no points of a plane" in page.text("bring"), f"a click cannot add such rows, and the page does not say so: {page.text('bring')}")


def test_what_is_said_of_a_run_without_a_bias_and_of_contradictions_is_so(page):
    page.open("#preset=unit&step=10")
    page.wait("playground.shown.traced")
    words = page.run("return document.querySelector('.stage').innerText")
    check("the bias counted" not in words and "+ b)" not in words, f"no bias is spoken of: {page.text('now')}")
    page.open("#preset=clash&step=30")
    check("Nothing in this picture is right about all rows" in page.run("return document.querySelector('#cone').closest('figure').innerText"),
          "two rows that contradict each other leave no region")


def test_a_run_goes_on_from_where_it_is(page):
    page.open("#preset=moons&step=100")
    page.wait("playground.shown.traced")
    page.run("playground.shown.live.before = true; playground.state.step = 130; playground.draw()")
    check(page.run("return playground.shown.live.before === true && playground.shown.live.seen === 130"), "forward the same trainer goes on")
    picture = "return ['plane', 'cone', 'now'].map(id => document.getElementById(id).innerHTML).join()"
    on = page.run(picture)
    page.open("#preset=moons&step=130")
    page.wait("playground.shown.traced")
    check(page.run(picture) == on, "to the same pictures")
    page.click("back")
    check(page.run("return playground.shown.live.seen") == 129, "back it begins anew")


def test_what_was_done_is_told_to_those_who_hear_the_page(page):
    page.open("#preset=and&step=0")
    page.wait("playground.shown.traced")
    check(page.run("return document.getElementById('said').getAttribute('role')") == "status", "there is a live region")
    page.click("step")
    check(page.text("said").startswith("1 of 36 rows looked at") and "a mistake" in page.text("said"), f"a step: {page.text('said')}")
    page.at(0.1, 0.1).click().perform()
    page.settle()
    check(re.match(r"Point 5 added at [-\d., ]+: no\.", page.text("said")), f"a point: {page.text('said')}")
    page.click("undo")
    check(page.text("said") == "Undone: 4 points.", f"undo: {page.text('said')}")
    page.run("document.getElementById('editor').focus()")
    page.driver.find_element(By.ID, "editor").send_keys("n")
    check(page.text("said") == "point 1 of 4: 0, 0, no", f"a choice: {page.text('said')}")
    page.run("document.getElementById('play').focus()")
    ActionChains(page.driver).send_keys(Keys.END).perform()
    page.settle()
    check("Stopped: separated" in page.text("said"), f"the end: {page.text('said')}")
    tree = page.shown.command("Accessibility.getFullAXTree", {})["nodes"]
    named = {(n["role"]["value"], n.get("name", {}).get("value")) for n in tree if not n.get("ignored") and "role" in n}
    for wanted in (("heading", "Perceptron playground"), ("toolbar", "Steps"), ("button", "Run"), ("button", "Back"), ("slider", "Speed"),
                   ("slider", "Step"), ("combobox", "Start from"), ("combobox", "Rule"), ("radio", "take away")):
        check(wanted in named, f"{wanted} is heard")
    check(any(r == "application" and n.startswith("Points.") for r, n in named), "the plane says what its keys do")
    check(sum(r in ("img", "image", "graphics-document") and bool(n) for r, n in named) >= 3, "pictures say what they show")


def test_tab_goes_through_the_page_in_its_order(page):
    page.open("#preset=and&step=3")
    page.run("document.body.focus()")
    seen = []
    for _ in range(60):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        seen.append(page.run("const e = document.activeElement; return e.id || e.name || e.className || e.tagName"))
        if seen[-1] == "save-page":
            break
    order = ["skip", "algorithm", "preset", "reset", "step", "run", "speed", "at", "editor", "tool", "clear", "command", "copy-link", "save-page"]
    places = [seen.index(word) if word in seen else -1 for word in order]
    check(-1 not in places, f"Tab comes to all of them: {seen}")
    check(sorted(places) == places, f"in the order of the page: {seen}")
    shown = page.run("const e = document.getElementById('run'); e.focus(); return getComputedStyle(e).outlineStyle")
    check(shown != "none", "where it is can be seen")


def test_it_opens_without_its_server_once_it_was_seen(page):
    server, base = serve()
    away = Page(page.shown, base)
    away.open("#preset=xor&step=4")
    away.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0](1))")
    away.wait("navigator.serviceWorker.controller")
    server.shutdown()
    server.server_close()
    away.open("#preset=or&step=100000")
    check(away.run("return playground.shown.end.stop.reason") == "separated", "it learns without its server")
    away.wait("document.getElementById('verdict').textContent.includes('Proved')")
    page.shown.console(), page.shown.requests()   # what the worker of this address could not reach


def test_back_and_forward_come_to_the_same_pictures(page):
    page.open("#preset=eighty-five&step=40")
    picture = "return ['plane', 'cone', 'now'].map(id => document.getElementById(id).innerHTML).join()"
    page.wait("playground.shown.traced")
    page.settle()
    before = page.run(picture)
    page.click("step")
    check(page.run(picture) != before, "a step changes something")
    page.click("back")
    check(page.run(picture) == before, "back is where it was")
    page.click("epoch")
    check(page.run("return playground.state.step") == 85, "an epoch ends behind its last row")
    page.click("reset")
    check(page.run("return playground.state.step") == 0, "the start is at the start")


def test_a_link_restores_the_state(page):
    page.open("#preset=xor&step=0")
    page.at(0.1, 0.1).click().perform()
    page.settle()
    page.run("const a = document.getElementById('algorithm'); a.value = 'averaged'; a.dispatchEvent(new Event('change'))")
    for _ in range(3):
        page.click("step")
    facts = "return JSON.stringify([playground.state, playground.shown.end, document.getElementById('plane').innerHTML], " \
            "(k, v) => k === 'seconds' ? 0 : v)"
    page.wait("location.hash.includes('step=3')")
    before, hash_ = page.run(facts), page.run("return location.hash")
    page.open(hash_)
    check(page.run(facts) == before, "the link brings back rows, options and step")


# What the text around a link says of it.
END, PROOF, UPDATES = "playground.shown.end.stop.reason === ", "document.getElementById('verdict').textContent.includes('%s')", \
    "playground.shown.end.updates %s"
DRAWN = "['%s'].every(name => document.querySelector(`[data-picture=${name}] svg`))"
SHOWS = {
    "preset=or&": END + "'separated' && playground.shown.points.length === 4", "preset=eighty-five": END + "'separated' && playground.shown.points.length === 85",
    "preset=and&step=36": DRAWN % "proof', 'bracket" + " && document.querySelector('#cone svg')",
    "preset=three": "new Set(playground.shown.points.map(p => p.name)).size === 3", "preset=clash": PROOF % "two rows are equal but carry opposite labels",
    "preset=xor&step=8": END + "'not separable' && " + PROOF % "4 rows contradict each other",
    "preset=circles": "document.querySelector('#cone svg') && playground.state.options.algorithm === 'mlp'",
    "preset=moons": END + "'separated' && playground.state.options.kernel === 'rbf'",
    "preset=order&step": "playground.shown.total > 1200", "preset=order&order=each": "playground.shown.total < 600",
    "preset=unit": UPDATES % "=== 5" + " && Math.abs(playground.shown.end.bound.upper - 5) < 1e-9",
}


def test_the_links_of_the_documents_show_what_they_say(page):
    found = []
    for folder in ("docs", os.path.join("docs", "book")):
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            if name.endswith(".md"):
                with open(os.path.join(ROOT, folder, name), encoding="utf-8") as text:
                    found += re.findall(r"http://localhost:8000/(#[^)\s]+)", text.read())
    check(len(found) > 8, "the documents have links")
    for hash_ in sorted(set(found)):
        page.open(hash_)
        wanted = [script for words, script in SHOWS.items() if words in hash_]
        check(wanted, f"{hash_}: it is known what it shows")
        for script in wanted:
            page.wait(script, 30)
        check(page.text("alert") == "" and page.run("return location.hash").endswith(hash_[hash_.index("step="):]),
              f"{hash_}: {page.text('alert')} {page.run('return location.hash')}")


def test_bad_input_gets_a_sentence_and_the_page_goes_on(page):
    page.open("#preset=and&step=0")
    page.run("document.getElementById('sheet').open = true")
    for csv, wanted in [("x,y,class\\n1,2,a\\n3\\n4,5,b", "rows.csv:3"), ("x,y,class\\nnan,2,a\\n3,4,b", "rows.csv:2"),
                        ("", "empty"), ("a,b,c\\n1,2,x\\n2,3,x\\n", None), ("\\u0000\\u0001\\u0002", None),
                        ("x,y,class\\n1e308,1e308,a\\n-1e308,-1e308,b\\n", None), ("x,y,class\\n1,2,a\\n3,inf,b\\n", "rows.csv:3"),
                        ("x,y,class\\n1,\"2,a\\n3,4,b\\n", "rows.csv:2")]:
        page.run(f"document.getElementById('csv').value = '{csv}'; document.getElementById('use-csv').click()")
        page.settle()
        check(wanted is None or wanted in page.text("alert"), f"{csv!r}: '{page.text('alert')}' names {wanted}")
    for hash_ in ["#data=" + "9" * 300000, "#preset=nothing", "#preset=xor&evil=1", "#preset=xor&algorithm=zzz", "#%%%",
                  "#preset=xor&step=-1", "#preset=xor&epochs=minus", "#preset=moons&algorithm=mlp&hidden=1000000",
                  "#preset=circles&algorithm=pa-1&epochs=1000000&step=5", "#data=x,y%0A1"]:
        page.open(hash_)
        check(page.text("alert") != "", f"{hash_[:30]}: a sentence")
        page.run("const p = document.getElementById('preset'); p.value = 'and'; p.dispatchEvent(new Event('change'))")
        check(page.run("return playground.shown.end.stop.reason") == "separated" and page.text("alert") == "",
              f"{hash_[:30]}: and it goes on")


def test_a_class_of_one_point_and_one_class_alone_are_fine(page):
    page.open("#data=" + urllib.parse.quote("x,y,class\n1,2,a\n3,4,b\n2,5,b\n") + "&step=100")
    check(page.text("alert") == "" and page.run("return playground.shown.end.stop.reason") == "separated", "one point is a class")
    page.open("#data=" + urllib.parse.quote("x,y,class\n1,2,a\n3,4,a\n") + "&step=0")
    check(page.text("alert") == "" and "two classes" in page.text("where"), "one class: what is missing is said")
    check(len(page.points()) == 2, "and its points are there")


def test_a_million_points_are_learned_from(page):
    page.open("#preset=and&epochs=2&step=0")
    page.run("""let s = 1; const draw = () => (s = s * 16807 % 2147483647) / 2147483647, rows = ['x,y,class'];
        for (let i = 0; i < 1000000; i++) { const x = draw(), y = draw(); rows.push(x.toFixed(3) + ',' + y.toFixed(3) + ',' + (x > y ? 'a' : 'b')); }
        document.getElementById('csv').value = rows.join('\\n'); document.getElementById('use-csv').click()""")
    page.wait("document.getElementById('where').dataset.seconds", 120)
    check("1,000,000 rows" in page.text("where") and page.text("alert") == "", f"{page.text('where')} {page.text('alert')}")
    page.run("const p = document.getElementById('preset'); p.value = 'or'; p.dispatchEvent(new Event('change'))")
    check(page.run("return playground.shown.end.stop.reason") == "separated", "and the page goes on")


def test_a_large_file_is_trained_in_the_worker_while_the_page_lives(page):
    page.open("#preset=and&step=0")
    page.run("""const rows = ['a,b,c,d,e,f,g,h,i,j,label'];
        for (let i = 0; i < 100000; i++) { const x = Array.from({length: 10}, (_, j) => ((i * 7919 + j * 104729) % 2003 - 1001) / 1000);
          rows.push(x.join(',') + ',' + (x[0] + x[1] - x[2] > 0 ? 'yes' : 'no')); }
        const data = new DataTransfer(); data.items.add(new File([rows.join('\\n')], 'large.csv'));
        globalThis.seen = []; new MutationObserver(() => seen.push(document.getElementById('where').textContent))
          .observe(document.getElementById('where'), {childList: true});
        globalThis.beats = 0; setInterval(() => beats++, 20);
        document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}))""")
    page.wait("document.getElementById('where').dataset.seconds", 120)
    seen = page.run("return seen")
    within = [int(m.group(1).replace(",", "")) for m in (re.match(r"Epoch 1\b.*, row ([\d,]+),", line) for line in seen) if m]
    check(any(0 < row < 100000 for row in within), f"progress within an epoch: {seen[:6]}")
    check(any("Epoch" in line for line in seen) and any("Read 100,000 rows" in line for line in seen), f"progress: {seen[:3]}")
    check(page.run("return beats") > 2, "the page lives meanwhile")
    check("100,000 rows" in page.text("where") and page.text("why").startswith("Stopped"), "it ends with its reason")
    check(page.text("command") == "perceptron train rows.csv --algorithm perceptron", f"the command of these rows: {page.text('command')}")
    check("up to 1,000 rows" in page.text("verdict") and page.text("steps") == "", "nothing is left of the rows before")
    page.click("copy-link")
    check("do not go into a link" in page.text("alert"), "a link cannot have them, and that is said")
    page.run("const p = document.getElementById('preset'); p.value = 'or'; p.dispatchEvent(new Event('change'))")
    check(page.run("return playground.shown.end.stop.reason") == "separated", "and the page goes on")


def test_a_key_that_is_held_down_changes_the_address_a_few_times_a_second(page):
    page.open("#preset=eighty-five&step=0")
    page.run("globalThis.changes = 0; const old = history.replaceState.bind(history); "
             "history.replaceState = (...words) => { changes++; old(...words); }")
    page.run("for (let i = 0; i < 200; i++) { playground.state.step = i; playground.draw(); }")
    page.wait("location.hash.includes('step=199')")
    check(page.run("return changes") < 60, f"{page.run('return changes')} changes of the address by 200 steps")


def test_it_moves_by_itself_unless_less_motion_is_asked_for(page):
    page.open()
    time.sleep(0.5)
    check(page.run("return [playground.state.step, playground.shown.running]") == [0, False], "less motion: nothing runs by itself")
    page.shown.command("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]})
    page.driver.get("about:blank")
    page.driver.get(page.base + "index.html")
    page.wait("globalThis.playground?.state.step > 10 && document.querySelector('#plane svg .edge')", 30)
    check(page.run("return playground.shown.running"), "else it is at a moving boundary without a click")


CONTRAST = """
const light = c => { const v = c.map(x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
const colour = t => t.match(/[\\d.]+/g).map(Number);
const behind = e => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor);
  if (c.length < 4 || c[3] > 0) return c.slice(0, 3); } return colour(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3); };
return [...document.querySelectorAll('h1,h2,p,label,button,dt,dd,td,th,summary,pre,select,figcaption span')]
  .filter(e => e.textContent.trim() && e.offsetParent && !e.disabled).map(e => {
    const a = light(colour(getComputedStyle(e).color).slice(0, 3)), b = light(behind(e));
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.outerHTML.slice(0, 80)]; }).filter(([c]) => c < 4.5)"""


def test_names_contrast_order_and_width(page):
    for width, dark in ((1280, False), (1280, True), (400, False), (400, True)):
        page.open("#preset=xor&step=6", width, dark)
        page.wait("playground.shown.traced")
        tree = page.shown.command("Accessibility.getFullAXTree", {})["nodes"]
        nameless = [n["role"]["value"] for n in tree if not n.get("ignored") and n.get("role", {}).get("value") in (
            "button", "combobox", "textbox", "slider", "spinbutton", "checkbox", "radio", "application", "link", "img")
            and not n.get("name", {}).get("value")]
        check(nameless == [], f"{width}: controls without a name: {nameless}")
        check(page.run(CONTRAST) == [], f"{width} {dark}: too little contrast: {page.run(CONTRAST)[:3]}")
        check(page.run("return document.documentElement.scrollWidth <= innerWidth"), f"{width}: nothing sticks out")
        check(page.run("return document.querySelectorAll('[tabindex]:not([tabindex=\"0\"]):not([tabindex=\"-1\"])').length") == 0,
              "the tab order is that of the page")


def serve():
    handler = functools.partial(Files, directory=os.path.join(ROOT, "build", "web"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def main():
    tests = {name: work for name, work in globals().items() if name.startswith("test_")}
    server, base = serve()
    with browser.Browser() as shown:
        page = Page(shown, base)
        page.open()
        for name, work in tests.items():
            if len(sys.argv) > 1 and not any(word in name for word in sys.argv[1:]):
                continue
            print(name.replace("_", " ")[5:])
            work(page)
        said = shown.console()
        check(said == [], f"the console is quiet: {said[:3]}")
        asked = [url for url in shown.requests() if not url.startswith((base, "blob:", "about:"))]
        check(asked == [], f"no request leaves the page: {asked[:3]}")
    server.shutdown()
    print(f"{len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
