"""Error rates on held-out rows, no worse than the best-known averaged perceptrons reach with the same work."""
import json
import random

import command


def error(training, held_out, *words):
    command.train(*training, "--algorithm", "averaged", "--epochs", 10, *words)
    return command.test(*held_out)


def test_a9a_averaged_errs_on_at_most_15_2_percent():
    result = error([command.data("libsvm", "a9a.gz")], [command.data("libsvm", "a9a.t.gz")])
    assert result["rows"] == 16281
    assert result["error"] == result["errors"] / result["rows"] <= 0.152, result["error"]


def test_imdb_sorted_by_class_averaged_errs_on_at_most_12_3_percent():
    result = error([command.data("libsvm", "imdb.train.bow.svm.gz")], [command.data("libsvm", "imdb.test.bow.svm.gz")])
    assert result["rows"] == 25000
    assert result["error"] <= 0.123, result["error"]


def fifths(lines):
    random.Random(5).shuffle(lines)
    for part in range(5):
        yield [line for i, line in enumerate(lines) if i % 5 != part], lines[part::5]


def write(name, lines):
    with open(command.temporary(name), "wb") as out:
        out.writelines(lines)
    return command.temporary(name)


def test_messages_averaged_err_on_at_most_2_2_percent_over_five_held_out_fifths():
    with open(command.data("text", "sms.tsv"), "rb") as source:
        lines = [line.rstrip(b"\n") + b"\n" for line in source]
    errors = [error([write("learn.tsv", learn)], [write("held-out.tsv", held_out)])["error"]
              for learn, held_out in fifths(lines)]
    assert sum(errors) / 5 <= 0.022, errors


def test_the_heaviest_words_of_spam_are_those_a_person_expects():
    expected = {"free", "txt", "claim", "call", "uk", "mobile", "won", "prize", "text", "www", "stop", "ringtone", "sms",
                "service", "reply", "win", "com", "urgent", "tones", "chat", "150p", "sexy", "xxx", "ringtones"}
    command.train(command.data("text", "sms.tsv"), "--algorithm", "averaged", "--positive", "spam")
    model = json.loads(command.perceptron("show", command.temporary("model"), "--top", 10, "--json"))
    heaviest = [weight["feature"] for weight in model["top"] if weight["label"] == "spam"]
    assert len(heaviest) == 10, heaviest
    assert len(expected.intersection(heaviest)) >= 4, heaviest
    page = command.perceptron("show", command.temporary("model"), "--top", 10).split()
    assert all(word in page for word in heaviest), page
