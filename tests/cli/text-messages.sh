# A spam filter from raw messages, in one line each way.
printf '%s\t%s\n' ham 'See you at noon' spam 'WIN a prize now' ham 'lunch at noon?' spam 'prize! prize! call now' > sms.tsv
perceptron train --algorithm perceptron sms.tsv -q -o sms.model
printf 'you WON a Prize\nnoon then\n' | perceptron predict sms.model - -q > out
printf 'spam\nham\n' > wanted
same out wanted
perceptron train --algorithm perceptron sms.tsv --hash-bits 10 --json > j
json j 'j["format"] == "text" and j["features"] <= 1024'
