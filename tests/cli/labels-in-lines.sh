# A label with a line break or another control character never breaks a line; JSON has it as it is.
printf 'a,b,"my\nlabel"\n1,2,"x\ny"\n2,1,"x\ny"\n-1,0,"\tq\\\\\001"\n-2,-1,"\tq\\\\\001"\n' > d.csv
perceptron train --algorithm perceptron d.csv -o d.model > trained
[[ $(wc -l < trained) -eq 24 ]] || fail "a label broke a line: $(< trained)"
grep -qF "labels          '\\tq\\\\\\\\\\x01' in 2 rows, 'x\\ny' in 2 rows (column 'my\\nlabel')" trained || fail "$(< trained)"
perceptron predict d.model d.csv > answers
printf 'x\\ny\nx\\ny\n\\tq\\\\\\\\\\x01\n\\tq\\\\\\\\\\x01\n' > wanted
same answers wanted
perceptron predict d.model d.csv --json | head -1 > one
json one 'j["label"] == "x\ny"'
perceptron test d.model d.csv > tested
grep -qF '  x\ny' tested || fail "$(< tested)"
perceptron show d.model --top 1 > shown
grep -qF "'x\\ny'" shown || fail "$(< shown)"
# A backslash alone is left alone.
printf 'a,label\n1,up\\down\n-1,x\n' > back.csv
perceptron train --algorithm perceptron back.csv -q -o back.model
[[ $(perceptron predict back.model back.csv | head -1) == 'up\down' ]] || fail 'a backslash was doubled'
