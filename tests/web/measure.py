#!/usr/bin/python3
"""Figures of the playground in a real browser, for docs/playground.md; nothing here is asserted.

    tests/web/measure.py frames     how often it redraws the pictures of 200 points while it runs
    tests/web/measure.py rules [RULE...]   the same for every rule, with every picture in view
    tests/web/measure.py presets    the same for every preset
    tests/web/measure.py million    1 million rows of 10 numbers dropped on the page, and the command with one thread after it"""
import os
import subprocess
import sys
import tempfile
import time
import urllib.parse

import page as playground

# Runs it by its own button for some seconds: when frames came, and in which of them a picture had changed. The way to
# the row where it begins, and the finest contours where it rests, are no part of it.
BEGIN = "playground.state.step = arguments[0]; playground.draw(); document.getElementById('speed').value = '5'; document.getElementById('run').click()"
RUN = """const done = arguments[arguments.length - 1], [seconds] = arguments, $ = id => document.getElementById(id);
  let changes = 0, before = 0; const frames = [], redrawn = [], began = performance.now();
  new MutationObserver(() => changes++).observe($('plane').closest('.stage'), {childList: true, subtree: true});
  (function next(now) { frames.push(now); if (changes !== before) redrawn.push(now); before = changes;
    if (now - began < seconds * 1000 && $('run').textContent === 'Pause') return requestAnimationFrame(next);
    done([frames, redrawn, playground.state.step]); })(began)"""
LINES = """const rows = ['x1,x2,class']; let s = 7; const draw = () => (s = s * 16807 % 2147483647) / 2147483647;
  while (rows.length <= 200) { const x = 4 * draw(), y = 4 * draw(), m = x + 0.6 * y - 3.1; if (Math.abs(m) > 0.05) rows.push(`${x.toFixed(3)},${y.toFixed(3)},${m > 0 ? 'b' : 'a'}`); }
  return rows.join('\\n') + '\\n'"""
MOONS = "return playground.engine.generate('moons', {rows: 200, dimensions: 2, spread: 0.3, seed: 3})"

MORE = {"kernel": "&kernel=rbf&gamma=2", "mlp": "&hidden=8&batch-size=8"}


def spent(page):
    """Processor time of the page's main thread: scripts, style, layout, painting."""
    return next(m["value"] for m in page.shown.command("Performance.getMetrics", {})["metrics"] if m["name"] == "TaskDuration")


def watch(page, name, hash_, height, seconds, starts):
    """What a redraw costs while it runs, from the first rows and up to the last ones."""
    page.open(hash_ + "&step=0")
    page.shown.command("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": height, "deviceScaleFactor": 1, "mobile": False})
    page.wait("playground.shown.traced")
    total = page.run("return playground.shown.total")
    for start in [max(0, total - 300 * seconds - 200) if late else 0 for late in starts]:
        page.shown.command("Performance.enable", {"timeDomain": "threadTicks"})
        page.driver.execute_script(BEGIN, start)
        time.sleep(0.5 if total > 500 else 0)   # contours find how fine they can be
        before = spent(page)
        seen, redrawn, end = page.driver.execute_async_script(RUN, seconds)
        cost, took = (spent(page) - before) * 1000 / max(1, len(redrawn)), (seen[-1] - seen[0]) / 1000
        page.run("const run = document.getElementById('run'); if (run.textContent === 'Pause') run.click()")
        gaps = sorted(b - a for a, b in zip(redrawn, redrawn[1:])) or [0.0]
        print(f"{name}, row {start:,} to {end:,} of {total:,}: {len(redrawn) / took:.0f} redraws a second, the slowest of twenty after "
              f"{gaps[int(0.95 * len(gaps))]:.0f} ms; {cost:.1f} ms of the main thread's processor time each"
              + (f", contours {page.run('return playground.shown.grain')} scores a side" if page.run(
                  "return playground.shown.grain < 80 || !playground.shown.straight") else ""), flush=True)
        page.shown.command("Performance.disable", {})


def rows_of(page, script):
    return "#data=" + urllib.parse.quote(page.run(script))


def frames(page):
    page.open("#preset=and&step=0")
    for name, rows, words in (("perceptron", LINES, ""), ("kernel", MOONS, "&algorithm=kernel&kernel=rbf&gamma=2"),
                              ("network", MOONS, "&algorithm=mlp&hidden=8&batch-size=8&epochs=20")):
        watch(page, f"200 points, {name}", rows_of(page, rows) + words, 900, 3, (False, True))


def rules(page):
    """Every rule on 200 overlapping points, every picture in view."""
    page.open("#preset=and&step=0")
    for rule in page.run("return playground.engine.algorithms.map(a => a.name)"):
        if not sys.argv[2:] or rule in sys.argv[2:]:
            watch(page, rule, rows_of(page, MOONS) + f"&algorithm={rule}" + MORE.get(rule, ""), 3600, 1, (True,))


def presets(page):
    """Every preset as it is, every picture in view."""
    page.open("#preset=and&step=0")
    for preset in page.run("return [...document.getElementById('preset').options].map(o => o.value)"):
        watch(page, preset, f"#preset={preset}", 3600, 1, (True,))


def million(page):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "million.csv")
        with open(path, "wb") as out:
            subprocess.run([playground.COMMAND, "gen", "blobs", "--rows", "1000000", "--dimensions", "10", "--spread", "2.5",
                            "--seed", "1"], stdout=out, check=True)
        for _ in range(5):
            page.open("#preset=and&epochs=10&step=0")
            page.run("""globalThis.beats = []; (function beat(now) { beats.push(now); requestAnimationFrame(beat); })(0);
                new MutationObserver(() => { if (document.getElementById('where').dataset.seconds) globalThis.took ??= performance.now() - began; })
                  .observe(document.getElementById('where'), {childList: true, attributes: true});
                document.getElementById('file').addEventListener('change', () => { globalThis.began = performance.now(); }, {capture: true})""")
            page.driver.find_element(playground.By.ID, "file").send_keys(path)
            page.wait("globalThis.took", 300)
            here, trained = page.run("return [took / 1000, Number(document.getElementById('where').dataset.seconds)]")
            still = page.run("return Math.max(...beats.slice(2).map((b, i) => b - beats[i + 1]))")
            began = time.monotonic()
            subprocess.run([playground.COMMAND, "train", path, "--algorithm", "perceptron", "--epochs", "10", "--threads", "1", "-q",
                            "--no-diagnose", "-o", os.path.join(folder, "m.model")], check=True)
            command = time.monotonic() - began
            print(f"{os.path.getsize(path) / 1e6:.0f} MB: the page {trained:.2f} s, with its pictures {here:.2f} s, the command {command:.2f} s: "
                  f"{trained / command:.2f} and {here / command:.2f} times; the page's longest frame {still:.0f} ms", flush=True)


def main():
    works = {"frames": frames, "rules": rules, "presets": presets, "million": million}
    server, base = playground.serve()
    with playground.browser.Browser() as shown:
        page = playground.Page(shown, base)
        for word in sys.argv[1:2] or works:
            works[word](page)
    server.shutdown()


main()
