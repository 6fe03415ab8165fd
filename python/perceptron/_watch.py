"""What happens while the engine works: lines and bars of progress, the caller's own callback, Ctrl-C."""
from __future__ import annotations

import sys
import time
from types import SimpleNamespace
from typing import Any, Callable

from ._core import counted, ffi, fields, lib, sized

ON_BLOCK, ON_EPOCH, ON_ROWS, ON_STEP = (ffi.addressof(lib, "shim_on_" + what) for what in
                                        ("block", "epoch", "rows", "step"))
HISTORY = ("epoch", "mistakes", "updates", "seconds", "holdout_error")


def _keep(kind: Any, error: BaseException, traceback: Any) -> None:
    """What is raised on the way from the engine, Ctrl-C even before the first line: it stops there, and waits until the
    call is over."""
    ffi.from_handle(traceback.tb_frame.f_locals["self"]).error = error


# The engine's thread comes here with the interpreter's lock.
@ffi.def_extern(error=False, onerror=_keep)
def python_on_block(self: Any, progress: Any) -> bool:
    return ffi.from_handle(self).block(progress)


@ffi.def_extern(error=False, onerror=_keep)
def python_on_epoch(self: Any, progress: Any) -> bool:
    return ffi.from_handle(self).epoch(progress)


@ffi.def_extern(error=False, onerror=_keep)
def python_on_rows(self: Any, done: int, total: int) -> bool:
    return ffi.from_handle(self).rows(done, total)


@ffi.def_extern(error=False, onerror=_keep)
def python_on_step(self: Any, progress: Any) -> bool:
    return ffi.from_handle(self).step(progress)


class Line:
    """One line on standard error that is written over: where tqdm is not installed."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.n, self.drawn, self.note = what, total, 0, 0.0, ""

    def set_postfix_str(self, note: str, refresh: bool = True) -> None:
        self.note = note

    def update(self, n: int) -> None:
        self.n += n
        if time.monotonic() - self.drawn > 0.1:
            self.drawn = time.monotonic()
            of = f" of {self.total}" if self.total else ""
            print(f"\r{self.what}: {self.n}{of} {self.note}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        self.drawn = 0.0
        self.update(0)
        print(file=sys.stderr)


def new_bar(what: str, total: int, unit: str) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return Line(what, total)
    return tqdm(desc=what, total=total or None, unit=" " + unit, leave=True)


class Watch:
    """Listens to one long call. A callback gets a small object with the numbers of an epoch; False stops training."""

    def __init__(self, verbose: Any = False, callback: Callable[[SimpleNamespace], Any] | None = None,
                 what: str = "training") -> None:
        self.verbose, self.callback, self.what = bool(verbose), callback, what
        self.error: BaseException | None = None
        self.history: list[tuple] = []
        self.bar: Any = None
        self.handle = ffi.new_handle(self)
        self.user = ffi.new("shim_watcher *", {"self": self.handle, "every": 0.05})

    def observer(self) -> Any:
        observer = sized("ptron_observer")
        observer.user = self.user
        observer.on_block, observer.on_epoch = ON_BLOCK, ON_EPOCH
        return observer

    def on_read(self, options: Any) -> None:
        """Watches rows being read, predicted or checked with these options."""
        watch = sized("ptron_watch")
        watch.user = self.user
        watch.on_read = watch.on_rows = ON_ROWS
        lib.ptron_options_watch(options, watch, ffi.NULL)

    def prover(self) -> Any:
        observer = sized("ptron_certify_observer")
        observer.user, observer.on_step = self.user, ON_STEP
        return observer

    def block(self, progress: Any) -> bool:
        if self.verbose:
            self.show(int(progress.epochs), progress.epoch - 1, counted(progress.mistakes, "mistake"), "epoch")
        return True

    def epoch(self, p: Any) -> bool:
        self.history.append((p.epoch, p.mistakes, p.updates, p.seconds, p.holdout_error))
        if self.verbose:
            self.show(int(p.epochs), p.epoch, counted(p.mistakes, "mistake"), "epoch")
        return self.callback is None or self.callback(fields(p)) is not False

    def rows(self, done: int, total: int) -> bool:
        if self.verbose:
            self.show(total, done, "", "B" if self.what == "reading" else "row")
        return True

    def step(self, progress: Any) -> bool:
        if self.verbose:
            self.show(0, int(progress.seconds), ffi.string(progress.step).decode(), "s")
        return True

    def show(self, total: int, done: int, note: str, unit: str) -> None:
        if self.bar is None:
            self.bar = new_bar(self.what, total, unit)
        self.bar.set_postfix_str(note, refresh=False)
        self.bar.update(max(0, done - self.bar.n))

    def over(self) -> None:
        """The call has returned: the bar is closed, and what a callback raised is raised here."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None
        self.handle = None
        if self.error is not None:
            error, self.error = self.error, None
            raise error
