#!/usr/bin/python3
"""Figures of the playground in a real browser, for docs/playground.md; nothing here is asserted.

    tests/web/measure.py frames     how often it redraws every picture of 200 points while it runs
    tests/web/measure.py million    1 million rows of 10 numbers dropped on the page, and the command with one thread after it"""
import os
import subprocess
import sys
import tempfile
import time

import page as playground

# Main thread only: how many redraws in 4 s of this machine as it is, and what one costs in processor time.
FRAMES = """const done = arguments[arguments.length - 1], g = playground, times = [];
  const from = Number(arguments[0]); g.state.step = from; g.draw();
  const began = performance.now();
  function next() { const at = performance.now(); g.state.step = Math.min(g.state.step + 1, g.shown.total - 1); g.draw();
    times.push(at);
    if (performance.now() - began < 4000) requestAnimationFrame(next);
    else done([times.length, performance.now() - began, g.state.step]); }
  requestAnimationFrame(next)"""
LINES = """const done = arguments[arguments.length - 1], rows = ['x1,x2,class']; let s = 7;
  const draw = () => (s = s * 16807 % 2147483647) / 2147483647;
  while (rows.length <= 200) { const x = 4 * draw(), y = 4 * draw(), m = x + 0.6 * y - 3.1; if (Math.abs(m) > 0.05) rows.push(`${x.toFixed(3)},${y.toFixed(3)},${m > 0 ? 'b' : 'a'}`); }
  document.getElementById('csv').value = rows.join('\\n') + '\\n'; document.getElementById('use-csv').click(); setTimeout(() => done(1), 3000)"""


def spent(page):
    """Processor time of the page's main thread: scripts, style, layout, painting."""
    return next(m["value"] for m in page.shown.command("Performance.getMetrics", {})["metrics"] if m["name"] == "TaskDuration")


def frames(page):
    page.open("#preset=and&step=0")
    page.driver.execute_async_script(LINES)
    total = page.run("return playground.shown.total")
    for start in (0, 200, 1000, max(0, total - 300)):
        page.shown.command("Performance.enable", {"timeDomain": "threadTicks"})
        before = spent(page)
        frames_, wall, end = page.driver.execute_async_script(FRAMES, start)
        cost = (spent(page) - before) * 1000 / frames_
        print(f"200 points, from row {start:,} to {end:,} of {total:,}: {frames_ / wall * 1000:.0f} frames a second seen; "
              f"{cost:.1f} ms of processor time each, enough for {1000 / cost:.0f}")
        page.shown.command("Performance.disable", {})


def million(page):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "million.csv")
        with open(path, "wb") as out:
            subprocess.run([playground.COMMAND, "gen", "blobs", "--rows", "1000000", "--dimensions", "10", "--spread", "2.5",
                            "--seed", "1"], stdout=out, check=True)
        for _ in range(2):
            page.open("#preset=and&epochs=10&step=0")
            page.driver.find_element(playground.By.ID, "file").send_keys(path)
            page.wait("document.getElementById('where').dataset.seconds", 300)
            here = float(page.run("return document.getElementById('where').dataset.seconds"))
            began = time.monotonic()
            subprocess.run([playground.COMMAND, "train", path, "--algorithm", "perceptron", "--epochs", "10", "--threads", "1", "-q",
                            "--no-diagnose", "-o", os.path.join(folder, "m.model")], check=True)
            command = time.monotonic() - began
            print(f"{os.path.getsize(path) / 1e6:.0f} MB: the page {here:.1f} s, the command {command:.1f} s, {here / command:.1f} times")


def main():
    works = {"frames": frames, "million": million}
    server, base = playground.serve()
    with playground.browser.Browser() as shown:
        page = playground.Page(shown, base)
        for word in sys.argv[1:] or works:
            works[word](page)
    server.shutdown()


main()
