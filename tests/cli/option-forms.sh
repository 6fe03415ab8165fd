# --name value, --name=value, flags and their negation, -o value, -ovalue, clusters, --, and files named like options.
clouds > clouds.csv
perceptron train clouds.csv --epochs 7 --no-bias -q -o a.model
perceptron train --epochs=7 --no-bias -qo b.model clouds.csv
perceptron train --no-bias --epochs=3 --epochs 7 -q -ob2.model -- clouds.csv
perceptron train --bias=no --epochs 7 clouds.csv --quiet --output=c.model
same a.model b.model
same a.model b2.model
same a.model c.model
cp clouds.csv ./--odd.csv
perceptron train -q --epochs 7 --no-bias -o d.model -- --odd.csv
same a.model d.model
perceptron train - --epochs 7 --no-bias -q -o e.model < clouds.csv
same a.model e.model
perceptron show a.model --json > a.json
json a.json 'j["parameters"]["epochs"] == "7" and j["parameters"]["bias"] == "no" and j["bias"] == 0'
# A label that looks like an option is a value.
printf '%s\n' '-1 1:1' '+1 2:1' > signs.svm
perceptron train signs.svm --positive -1 -q -o signs.model
perceptron show signs.model --json > signs.json
json signs.json 'j["classes"][1] == "-1"'
