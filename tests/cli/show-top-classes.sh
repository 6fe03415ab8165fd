# Of many classes each weight's bar is its share of the largest of its class: the longest has 20 marks.
awk 'BEGIN { print "u,v,w,kind"; for (i = 0; i < 60; i++) { k = i % 3; printf "%.2f,%.2f,%.2f,%s\n",
    (k == 0 ? 3 : k == 1 ? -3 : 0) + (i * 7 % 10) / 10, (k == 2 ? 4 : -1) + (i * 3 % 10) / 10, (i % 5) / 100,
    substr("abc", k + 1, 1) } }' > three.csv
perceptron train --algorithm perceptron three.csv -q -o m.model
perceptron show m.model --top 3 > shown
awk '/^Weights that speak/ { class = $NF }
     /^ .*#/ { w = $1 < 0 ? -$1 : $1; n = gsub("#", "#"); if (w > most[class]) most[class] = w; at[NR] = class; weight[NR] = w; marks[NR] = n }
     END { for (i in at) { wanted = int(20 * weight[i] / most[at[i]] + 0.5); if (wanted < 1) wanted = 1
               if (marks[i] != wanted) { print at[i], weight[i], marks[i], "marks, wanted", wanted; bad = 1 } rows++ }
           exit bad || rows < 9 }' shown
