"""Proofs: whether labels can be separated at all, in exact arithmetic, in a form that anybody can check."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple, Sequence

import numpy as np

from . import _arrays
from ._core import (OptionError, check, counted, fetch, ffi, fields, lib, new_error, new_options, sentence, sized, text)
from ._data import Dataset
from ._model import Margin
from ._report import Report, of_certificate
from ._watch import Watch


class Term(NamedTuple):
    """A row of a contradiction, from 0, and the whole number it is taken times; `rival`: with all labels at once, the
    label that it is held against."""

    row: int
    multiplier: int
    rival: str | None = None


class Certificate:
    """What was proved of rows and their labels, and the proof.

    >>> proof = certify([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> proof.verdict
    'not separable'
    >>> [(term.row, term.multiplier) for term in proof.contradiction]
    [(0, 1), (1, 1), (2, 1), (3, 1)]
    """

    def __init__(self, handle: Any, dataset: Dataset, options: Any) -> None:
        self.handle, self.dataset, self._options = handle, dataset, options

    @cached_property
    def facts(self) -> SimpleNamespace:
        """Every number of the proof: method, radius, brackets, rows forced onto the boundary, seconds."""
        facts = sized("ptron_certificate_facts")
        lib.ptron_certificate_describe(self.handle, facts)
        return fields(facts)

    @property
    def verdict(self) -> str:
        """'separable', 'not separable' or 'undecided'."""
        return text(lib.ptron_verdict_text(self.facts.verdict))

    @property
    def separable(self) -> bool | None:
        """None: undecided."""
        return {lib.PTRON_VERDICT_SEPARABLE: True, lib.PTRON_VERDICT_NOT_SEPARABLE: False}.get(self.facts.verdict)

    @property
    def margin(self) -> Margin:
        """The bracket of the best margin any weights have, and of the best distance; rounded outwards."""
        f = self.facts
        return Margin(f.theorem_lower, f.theorem_upper, f.distance_lower, f.distance_upper)

    @cached_property
    def contradiction(self) -> list[Term]:
        """Rows whose sum, each times its label's sign and its multiplier, is zero: why no weights separate them."""
        terms, row, words = [], ffi.new("uint64_t *"), ffi.new("char **")
        while lib.ptron_certificate_row(self.handle, len(terms), row, words):
            rival = lib.ptron_certificate_rival(self.handle, len(terms))
            terms.append(Term(int(row[0]), int(text(words[0])), None if rival < 0 else self.dataset.classes[rival]))
        return terms

    @cached_property
    def sections(self) -> dict[str, list[list[str]]]:
        """The lists of the certificate file by name, each line cut into words: see docs/certificate-format.md."""
        lines, found = iter(self.to_bytes().decode().splitlines()), {}
        for line in lines:
            name, *rest = line.split(" ")
            if name in ("peel", "weights", "theorem-rows", "distance-rows", "contradiction", "boundary", "forced"):
                found[name] = [next(lines).split(" ") for _ in range(int(rest[0]))]
        return found

    @property
    def sentence(self) -> str:
        """The verdict as the command says it."""
        return sentence(lib.shim_verdict(self.dataset.handle, self.handle))

    def explain(self) -> str:
        """The convergence theorem in the numbers of these rows, or the contradiction as a sum to check by hand."""
        words, err = ffi.new("char **"), new_error()
        check(lib.shim_explain(self.dataset.handle, self.handle, self._options, words, err), err)
        return sentence(words[0])

    def to_bytes(self) -> bytes:
        """The certificate file."""
        return fetch(lib.ptron_certificate_write, self.handle)

    def save(self, path: str | os.PathLike) -> None:
        """Writes the certificate file, which `perceptron verify` checks."""
        err = new_error()
        check(lib.ptron_certificate_save(self.handle, os.fspath(path).encode(), err), err)

    def report(self, axes: str | None = None) -> Report:
        return of_certificate(self, axes)

    def _repr_html_(self) -> str:
        return self.report()._repr_html_()

    def __repr__(self) -> str:
        return f"<Certificate: {self.sentence}>"


def _rows(X: Any, y: Any) -> Dataset:
    if isinstance(X, Dataset):
        return X
    if y is None:
        raise OptionError("certify needs the labels y of the rows X")
    return Dataset.from_arrays(X, y, format="auto") if not _categories(X) else Dataset.from_arrays(X, y, digits=True)


def _categories(X: Any) -> bool:
    return _arrays.is_frame(X) and bool(_arrays.categories(X))


def certify(X: Any, y: Any = None, *, positive: Any = None, bias: bool = True, time: float | None = None,
            gap: float | None = None, margins: bool = True, verbose: bool = False) -> Certificate:
    """Proves that a hyperplane separates the labels, or that none does. X: rows with labels y, or a Dataset (loaded with
    digits=True, so that the proof is about the decimals in the file).

    Of three labels or more: all at once, each row's own label scored highest; or `positive` against the rest. `time`:
    seconds to search at most; then the verdict may be 'undecided'. `margins=False` leaves out how wide the margin is.

    >>> certify([[0.0], [1.0], [2.0]], ["low", "low", "high"]).separable
    True
    """
    dataset = _rows(X, y)
    options = new_options({"bias": bias, "time": time, "gap": gap, "margins": margins})
    watch, err, out = Watch(verbose, what="certify"), new_error(), ffi.new("ptron_certificate **")
    if len(dataset.classes) < 2:
        raise OptionError(f"a proof is about two labels or more, found {len(dataset.classes)}")
    try:
        if positive is None and len(dataset.classes) > 2:
            status = lib.ptron_certify_classes(dataset.handle, options, watch.prover(), out, err)
        else:
            name = dataset.classes[1] if positive is None else _arrays.label_name(positive)
            if name not in dataset.classes:
                raise OptionError(f"no row is labelled '{name}'; labels are {', '.join(dataset.classes)}")
            status = lib.ptron_certify(dataset.handle, dataset.classes.index(name), options, watch.prover(), out, err)
    finally:
        watch.over()
    check(status, err)
    return Certificate(ffi.gc(out[0], lib.ptron_certificate_free), dataset, options)


def verify(certificate: Any, X: Any, y: Any = None) -> SimpleNamespace:
    """Checks a certificate (or its bytes, or its file) from the rows alone, in exact arithmetic, by code that shares
    nothing with what made it. The answer has `accepted`, and `reason` where it is not.

    >>> X, y = [[0.0], [1.0]], ["a", "b"]
    >>> verify(certify(X, y), X, y).accepted
    True
    >>> verify(certify(X, y), [[0.0], [2.0]], y).accepted
    False
    """
    dataset, err, found = _rows(X, y), new_error(), sized("ptron_verification")
    if isinstance(certificate, Certificate):
        certificate = certificate.to_bytes()
    if isinstance(certificate, bytes):
        status = lib.ptron_verify(certificate, len(certificate), dataset.handle, found, err)
    else:
        status = lib.ptron_verify_file(os.fspath(certificate).encode(), dataset.handle, found, err)
    check(status, err)
    answer = fields(found)
    for name in ("reason", "positive", "values"):
        setattr(answer, name, text(getattr(found, name)))
    if found.accepted and not found.classes:   # whole: a cut one may be another label of the rows
        answer.positive = dataset.classes[found.positive_class]
    answer.verdict = text(lib.ptron_verdict_text(found.verdict))
    return answer


# ---- for people who fit logistic regressions ------------------------------------------------------------

@dataclass
class Separation:
    """Whether the likelihood of a logistic regression has no maximum, and what that rests on.

    kind     'complete', 'quasi-complete', 'none' or 'undecided'
    columns  columns that alone give the separation, none of which can be left out (by name, or number from 0)
    rows     complete: rows that the margin rests on; quasi-complete: those off the boundary, which are predicted
             without error; none: rows that contradict each other
    weights  of these columns, a direction along which the likelihood grows for ever
    """

    kind: str
    columns: list = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    weights: dict = field(default_factory=dict)
    certificate: Certificate | None = None

    def __str__(self) -> str:
        names, n = ", ".join(str(name) for name in self.columns), len(self.rows)
        return {
            "complete": f"Complete separation by {names}: some linear combination predicts every row. The maximum of the "
                        "likelihood does not exist; coefficients grow without end.",
            "quasi-complete": f"Quasi-complete separation by {names}: {counted(n, 'row is', 'rows are')} predicted without "
                              "error, every other one lies on the boundary. Some coefficients grow without end.",
            "none": f"No separation: {counted(n, 'row contradicts itself', 'rows contradict each other')}. The maximum of "
                    "the likelihood exists.",
            "undecided": "Not known: the time was up.",
        }[self.kind]


def _kind(proof: Certificate) -> str:
    if proof.separable is None:
        return "undecided"
    if proof.separable:
        return "complete"
    return {lib.PTRON_BOUNDARY_EXISTS: "quasi-complete", lib.PTRON_BOUNDARY_NONE: "none"}.get(
        proof.facts.boundary, "undecided")


def separation(X: Any, y: Any, columns: Sequence | None = None, *, bias: bool = True,
               time: float | None = None) -> Separation:
    """Complete, quasi-complete or no separation of two labels, proved; and the rows and columns it rests on. `columns`:
    the columns to look at, by name (of a DataFrame) or number; all when not given. Categories must be numbers already,
    as a regression would see them.

    >>> found = separation([[1, 5], [2, 3], [3, 4], [4, 1]], [0, 0, 1, 1])
    >>> found.kind, found.columns
    ('complete', [0])
    """
    # SciPy's matrices are cut as columns, arrays as C-ordered copies of the columns in question.
    whole = X.to_numpy() if _arrays.is_frame(X) else X.tocsc() if _arrays.is_sparse(X) else np.asarray(X)
    if whole.ndim != 2:
        _arrays.refuse_shape(whole, "separation")
    names = list(X.columns) if _arrays.is_frame(X) else list(range(whole.shape[1]))
    chosen = names if columns is None else [columns] if isinstance(columns, str) else list(columns)
    for name in chosen:
        if name not in names:
            raise OptionError(f"no column {name!r}; there are {', '.join(map(str, names))}")
    labels = np.unique(_arrays.vector(y))
    if len(labels) != 2:
        raise OptionError(f"a logistic regression has two labels, found {len(labels)}")

    def prove(some: list) -> Certificate:
        return certify(whole[:, [names.index(name) for name in some]], y, bias=bias, time=time, gap=0.9)

    proof = prove(chosen)
    kind = _kind(proof)
    found = Separation(kind, list(chosen), [], {}, proof)
    if kind == "none":
        found.columns, found.rows = [], [term.row for term in proof.contradiction]
    if kind not in ("complete", "quasi-complete"):
        return found
    found.columns, found.certificate = _least(found.columns, proof, kind, prove)
    found.weights, found.rows = _rests_on(found, whole[:, [names.index(name) for name in found.columns]], y, bias)
    return found


def _least(chosen: list, proof: Certificate, kind: str, prove: Any) -> tuple[list, Certificate]:
    """Leaves out one column after the other as long as what is left separates as well; first all that have no weight."""
    used = [chosen[i] for i in sorted(_direction(proof)) if i < len(chosen)]
    if 0 < len(used) < len(chosen) and _kind(smaller := prove(used)) == kind:
        chosen, proof = used, smaller
    for name in list(chosen):
        rest = [other for other in chosen if other != name]
        if rest and _kind(smaller := prove(rest)) == kind:
            chosen, proof = rest, smaller
    return chosen, proof


def _direction(proof: Certificate) -> dict[int, int]:
    """Weights that the certificate names, whole numbers by feature from 0; of peeling alone, its signs."""
    sections = proof.sections
    for name in ("boundary", "weights"):
        if name in sections:
            return {int(feature) - 1: int(value) for feature, value in sections[name] if feature != "bias"}
    return {int(feature) - 1: int(sign + "1") for feature, sign in sections.get("peel", []) if feature != "bias"}


def _rests_on(found: Separation, X: Any, y: Any, bias: bool) -> tuple[dict, list[int]]:
    proof = found.certificate
    direction = _direction(proof)
    weights = {name: direction.get(i, 0) for i, name in enumerate(found.columns)}
    if found.kind == "complete":
        rows = proof.sections.get("theorem-rows") or certify(X, y, bias=bias).sections.get("theorem-rows", [])
        return weights, [int(row) - 1 for row, _ in rows]
    constant = sum(int(value) for feature, value in proof.sections["boundary"] if feature == "bias")
    X = X.toarray() if _arrays.is_sparse(X) else X
    sums = [sum((Fraction(float(row[i])) * w for i, w in direction.items()), Fraction(constant)) for row in X]
    return weights, [i for i, value in enumerate(sums) if value != 0]
