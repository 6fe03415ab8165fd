"""Pages of runs, models and proofs, as a notebook shows them."""
from __future__ import annotations

import base64
import html
import os
import re
from typing import Any

from ._core import check, fetch, ffi, lib, make, new_error


class Picture(str):
    """A picture of a page: the text of an SVG file, which a notebook shows."""

    def _repr_html_(self) -> str:
        # An image and no SVG: what shows notebooks as pages, such as nbconvert, cleans SVG until nothing is left of it.
        title = re.search(r"<title[^>]*>(.*?)</title>", self)
        return (f'<img src="data:image/svg+xml;base64,{base64.b64encode(self.encode()).decode()}" '
                f'alt="{html.escape(html.unescape(title[1])) if title else ""}">')

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} letters of SVG>"


def sized_svg(text: str) -> Picture:
    """The picture with the size that it is drawn for: without one, notebooks give it none."""
    return Picture(re.sub(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', r'\g<0> width="\1" height="\2"', text, count=1))


class Report:
    """One page of pictures and numbers that needs nothing else. A notebook shows it; `save` writes it to a file.

    `record` are its numbers as JSON, which the command's `report` draws, too."""

    def __init__(self, record: bytes) -> None:
        self.record = record

    @property
    def _run(self) -> Any:
        return make(lib.ptron_run_read, lib.ptron_run_free, self.record, len(self.record))

    @property
    def html(self) -> str:
        return fetch(lib.ptron_run_page, self._run).decode()

    @property
    def pictures(self) -> dict[str, Picture]:
        """The pictures of the page as SVG, by name; a notebook shows them."""
        run, found, name = self._run, {}, ffi.new("char **")
        pointer, length, err = ffi.new("void **"), ffi.new("size_t *"), new_error()
        while True:
            check(lib.ptron_run_picture(run, len(found), name, pointer, length, err), err)
            if pointer[0] == ffi.NULL:
                return found
            found[ffi.string(name[0]).decode()] = sized_svg(ffi.buffer(pointer[0], length[0])[:].decode())
            lib.ptron_bytes_free(pointer[0])

    def save(self, path: str | os.PathLike) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        # A frame of its own: the page has its own style, and must not change the notebook's.
        return (f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="640" '
                'style="border: 1px solid #ccc"></iframe>')

    def __repr__(self) -> str:
        return f"<Report: {len(self.record)} bytes of numbers; save('page.html') writes the page>"


def say(run: Any, **texts: str) -> None:
    err = new_error()
    for name, words in texts.items():
        if words:
            check(lib.ptron_run_say(run, name.encode(), words.encode(), err), err)


def recorded(run: Any) -> bytes:
    return fetch(lib.ptron_run_write, run)


def of_model(model: Any, dataset: Any, axes: str | None) -> Report:
    run = make(lib.ptron_run_of_model, lib.ptron_run_free, model.handle,
               ffi.NULL if dataset is None else dataset.handle, ffi.NULL if axes is None else axes.encode())
    say(run, why=model.why, data="" if dataset is None else dataset.name)
    return Report(recorded(run))


def of_certificate(certificate: Any, axes: str | None) -> Report:
    run = make(lib.ptron_run_of_certificate, lib.ptron_run_free, certificate.handle, certificate.dataset.handle,
               ffi.NULL if axes is None else axes.encode())
    say(run, sentence=certificate.sentence, data=certificate.dataset.name)
    return Report(recorded(run))
