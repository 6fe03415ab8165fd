/* The stories, as tables. */
#include "cmd/demo.h"

#include <stddef.h>

const struct demo demos[] = {
    {"and-or", "two functions that one neuron learns",
     {{"and.csv", demo_and, NULL}, {"or.csv", demo_or, NULL}},
     {{"AND is 1 when both inputs are; OR when any is. One neuron, two weights and a bias, can learn either: a line "
       "has all the 1s on one side. The trace shows every row the learner met; it stops after a pass without a "
       "mistake.",
       "trace and.csv --exact"},
      {NULL, "train and.csv --algorithm perceptron --order given --report and.html -q"},
      {"OR in the terminal; the page of each is beside its data.",
       "train or.csv --algorithm perceptron --order given --plot --report or.html"}}},
    {"worked", "a textbook's example, corrected",
     {{"worked.csv", demo_worked, NULL}},
     {{"Four rows that many have worked through by hand. They look easy; they cannot be separated, because both pairs "
       "have the same sum. With exact numbers:", "trace worked.csv --exact"},
      {"The trainer notices that the same weights came back, and stops with a proof.",
       "train worked.csv --algorithm perceptron --order given --report worked.html"}}},
    {"xor", "exclusive or: what one neuron cannot learn",
     {{"xor.csv", demo_xor, NULL}},
     {{"No line has 00 and 11 on one side and 01 and 10 on the other. Plain training would go round for ever; here the "
       "weights that come back are noticed, and the updates in between are the contradiction.",
       "trace xor.csv --exact"},
      {NULL, "train xor.csv --algorithm perceptron --order given --report xor.html --plot --quiet"}}},
    {"tight", "rows that need every update the theorem allows",
     {{"tight.csv", demo_tight, NULL}},
     {{"Five rows, one along each axis, three of one label and two of the other; no bias. Each row is at right angles "
       "to all others, so what was learned from them says nothing about it: its product is 0, a tie, and it needs an "
       "update of its own.", "trace tight.csv --no-bias --exact"},
      {"The weights are +1 and -1, of length sqrt(5), and every product is 1: the margin is 1/sqrt(5), and none is "
       "better. R is 1, so the bound (R/gamma*)^2 is 5, and 5 updates were made: no smaller bound in R and gamma* "
       "could be true. With n axes it is n.", "explain tight.csv --no-bias --order given"},
      {NULL, "train tight.csv --algorithm perceptron --no-bias --order given --report tight.html -q"}}},
    {"85-points", "the same points in four orders: four boundaries",
     {{"points.csv", demo_eighty_five, NULL}},
     {{"85 points that a line separates, shuffled anew each epoch. Another seed is another order: every run separates "
       "them, with another number of updates and another boundary. The theorem bounds them all.",
       "train points.csv --algorithm perceptron --seed 1 --report seed-1.html --plot"},
      {NULL, "train points.csv --algorithm perceptron --seed 2 --report seed-2.html --plot --quiet"},
      {NULL, "train points.csv --algorithm perceptron --seed 3 --report seed-3.html --plot --quiet"},
      {NULL, "train points.csv --algorithm perceptron --seed 4 --report seed-4.html --plot --quiet"}}},
    {"bias", "rows that only a bias separates",
     {{"bias.csv", demo_bias, NULL}},
     {{"Near and far from the origin. A line through the origin cannot tell them apart: without a bias training never "
       "ends well.", "train bias.csv --algorithm perceptron --no-bias --epochs 200 --report without.html --plot"},
      {"A bias is a constant feature beside the others: the boundary may lie anywhere.",
       "train bias.csv --algorithm perceptron --report with.html --plot"}}},
    {"margin", "many boundaries separate; which one is best?",
     {{"margin.csv", demo_margin, NULL}},
     {{"The perceptron stops at the first boundary that separates the rows, however close it passes to one of them.",
       "train margin.csv --algorithm perceptron --report perceptron.html --plot"},
      {"pdm goes on until its margin is a known share of the best one there is: here nine tenths.",
       "train margin.csv --algorithm pdm --fraction 0.9 --epochs 10000 --report pdm.html --plot"}}},
    {"spam", "words that speak for spam",
     {{"messages.tsv", demo_spam, NULL}},
     {{"Twenty messages, a label and a text each. Every word is a feature; its weight is what it says.",
       "train messages.tsv --algorithm perceptron --positive spam -o spam.model --report spam.html"},
      {NULL, "show spam.model --top 5"}}},
    {"digits", "pixels to threes and eights, and the weights as an image",
     {{"digits-images-idx3-ubyte", NULL, demo_digits}, {"digits-labels-idx1-ubyte", NULL, demo_digit_labels}},
     {{"240 images of 12 by 12 pixels, threes and eights, moved about and with specks on them. The weights are an "
       "image too: the page shows what the model looks for.",
       "train digits-images-idx3-ubyte --algorithm averaged --holdout 0.25 --epochs 20 --report digits.html"}}},
    {"separable-or-not", "how to know that it will never converge",
     {{"fine.csv", demo_fine, NULL}, {"clash.csv", demo_clash, NULL}},
     {{"Six people. In one file two of them are the same person with two labels: look before you train.",
       "check clash.csv"},
      {"certify proves it, with a sum anyone can check.", "explain clash.csv"},
      {"No boundary can be right about both. When the budget is used up the report says what stands in the way.",
       "train clash.csv --algorithm perceptron --epochs 50 --report clash.html"},
      {"Half a decimetre apart they can be told apart, but barely: the features' scales make it slow. Scaled, it is "
       "quick.",
       "train fine.csv --algorithm perceptron --epochs 50 --scale standard --report fine.html"}}},
    {"curved", "a disc within a ring: boundaries that bend",
     {{"rings.csv", NULL, demo_rings}},
     {{"No line tells a disc from the ring around it: a linear model is wrong about much.",
       "train rings.csv --algorithm pocket --epochs 30 --report straight.html --plot"},
      {"A kernel bends the boundary: the rows where mistakes were made are kept, and each speaks for its "
       "neighbourhood.",
       "train rings.csv --algorithm kernel --kernel rbf --report kernel.html --plot"},
      {"A network of a few neurons bends it as well.",
       "train rings.csv --algorithm mlp --hidden 6 --epochs 400 --report network.html --plot"}}},
    {.name = NULL},
};
