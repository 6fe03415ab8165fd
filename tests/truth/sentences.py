"""Texts, sentence by sentence: a pattern knows a sentence and judges what it says. What no pattern knows is handed
back, so
that new sentences get judges."""
import re

NUMBER = r"(-?(?:\d[\d,]*\.?\d*(?:e[+-]?\d+)?|infinite)|unknown)"
COUNT = r"(\d[\d,]*)"
GAP = r"\s+"


class Sentences:
    def __init__(self):
        self.known = []

    def says(self, pattern, judge=None):
        """A sentence: spaces in the pattern are any space, N a number, K a count. The judge gets (judge, about,
        *groups)."""
        regex = "".join(PARTS.get(part, part) for part in re.split(r"( |\bNUMBER\b|\bCOUNT\b)", pattern))
        self.known.append((re.compile(regex), judge))

    def judge(self, judge, about, text):
        """Reads a text from its beginning to its end."""
        at = 0
        while True:
            at += len(text[at:]) - len(text[at:].lstrip())
            if at >= len(text):
                return
            at = self.one(judge, about, text, at)

    def one(self, judge, about, text, at):
        for regex, task in self.known:
            match = regex.match(text, at)
            if match and match.end() > at:
                if task is not None:
                    task(judge, about, *match.groups())
                return match.end()
        unknown = re.match(r"[^\n]*\n?", text[at:]).group()
        judge.does_not_know(re.sub(r"\d[\d,.e+-]*", "0", " ".join(unknown.split())))
        return at + len(unknown)


PARTS = {" ": GAP, "NUMBER": NUMBER, "COUNT": COUNT}


def count_of(text):
    return int(text.replace(",", ""))
