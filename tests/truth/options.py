"""Options for a run, drawn from what the command itself offers: `train --help` and `--algorithm list`. An algorithm
or an
option that is new is drawn without a word here; a kind of value that is new (its name in the help) is left at its
default."""
import re

# By the name of the value in the help: what to draw from. Names that are missing here are left alone.
VALUES = {
    "ETA": ["0.5", "2", "0.1", "3", "0.001", "1e-20", "1000"],
    "P": ["0.25", "1", "2"],
    "TAU": ["0", "0.5", "2", "10", "100"],
    "C": ["0.1", "1", "10", "1000"],
    "R": ["0.1", "1", "10"],
    "EPS": ["0", "0.01", "0.5", "5"],
    "LAMBDA": ["0.01", "0.5", "1"],
    "GAMMA": ["auto", "0.5", "2"],
    "SIZES": ["none", "3", "4,2"],
    "ORDER": ["given", "once", "each"],
    "B": ["0", "2", "5"],
}
# By the name of the option, where the value's name says too little.
OWN_VALUES = {
    "fraction": ["0.1", "0.5", "0.9", "0.99"],
    "gap": ["0", "0.5", "0.1", "0.001"],
    "bias-scale": ["1", "2", "0.5", "10"],
    "batch-size": ["0", "1", "2", "3"],
    "degree": ["1", "2", "3"],
    "coef0": ["0", "1", "2"],
    "k": ["1", "2", "3"],
    "class-weight": ["balanced", "LABELS"],
    "shards": ["2", "3"],
    "seed": ["2", "3", "4"],
    "momentum": ["0.5"],
}
LEFT_OUT = {   # what has no say in the numbers, needs other files, or takes the rows away that would be needed to judge
    "algorithm", "time", "threads", "state", "holdout", "patience", "calibrate", "verbose", "epochs", "max-updates",
    "precision", "output",
}
SELDOM = {"shards": 0.06, "mix": 0.06, "bias-scale": 0.08, "class-weight": 0.1, "tie": 0.08, "rate": 0.2, "start": 0.15,
          "schedule": 0.15, "power": 0.05, "average": 0.08, "gap": 0.08, "order": 0.5, "bias": 0.25, "seed": 0.1,
          "multiclass": 0.1}


class Option:
    def __init__(self, name, value, text, algorithms):
        self.name, self.flag = name.replace("[no-]", ""), value == ""
        self.choices = value.split("|") if "|" in value else None
        self.value = value
        named = {name for piece in text.split("; ") if ":" in piece for name in piece.split(":")[0].split(", ")}
        self.owners = named & set(algorithms)   # "pa-1, pa-2: how much a row may weigh"
        self.default = (re.findall(r"\[([^\]]*)\]\s*$", text) or [None])[0]

    def draw(self, random):
        if self.name in OWN_VALUES:
            return random.choice(OWN_VALUES[self.name])
        if self.choices:
            return random.choice(self.choices)
        return random.choice(VALUES[self.value]) if self.value in VALUES else None


class Offer:
    """What the command offers."""

    def __init__(self, run):
        self.algorithms = re.findall(r"^([a-z][a-z0-9-]*)$", run(["train", "--algorithm", "list"]), re.M)
        text = run(["train", "--help"])
        part = text[text.index("How it learns"):]
        part = re.sub(r"\n {30,}(?=\S)", "  ", part)   # a long name has its text in the next line
        self.options = []
        for name, value, words in re.findall(r"^  --([][a-zA-Z0-9-]+) ?(\S*)  +(.*)$", part, re.M):
            option = Option(name, value, words, self.algorithms)
            if option.name not in LEFT_OUT:
                self.options.append(option)

    def draw(self, random, rows):
        """(algorithm, {option: value}) for these rows; a flag's value is "yes" or "no"."""
        algorithm = random.choice(self.algorithms)
        chosen = {}
        for option in self.options:
            own = algorithm in option.owners
            if option.owners and not own:
                continue
            if random.random() > (0.5 if own else SELDOM.get(option.name, 0.05)):
                continue
            value = random.choice(["yes", "no"]) if option.flag else option.draw(random)
            if value is not None and value != option.default:
                chosen[option.name] = value
        if chosen.get("class-weight") == "LABELS":
            chosen["class-weight"] = ",".join(f"{name}={random.choice(['0.5', '2', '3'])}"
                                              for name in sorted(set(rows.labels)))
        if rows.kind == "tiny" and random.random() < 0.7:
            chosen["bias"] = "no"
        if "power" in chosen:
            chosen["schedule"] = "power"
        if chosen.get("start") == "FILE":   # a model: of another run, which there is none of here
            del chosen["start"]
        if "mix" in chosen:
            chosen.setdefault("shards", "2")
        chosen.update(budget(random))
        return algorithm, chosen


def budget(random):
    """Time is a net under runs that have no other end; nobody waits for it else."""
    dice = random.random()
    if dice < 0.15:
        return {"epochs": "0", "max-updates": random.choice(["1", "5", "40", "300"]), "time": "0.3"}
    if dice < 0.2:
        return {"epochs": "0", "time": "0.1"}
    return {"epochs": random.choice(["1", "2", "5", "20", "100", "100", "500"])}


def words(chosen):
    """As the command takes them."""
    out = []
    for name, value in chosen.items():
        if value in ("yes", "no"):
            out.append(f"--{'' if value == 'yes' else 'no-'}{name}")
        else:
            out += [f"--{name}", value]
    return out
