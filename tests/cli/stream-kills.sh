# A slow stream that is killed again and again loses nothing: the short form of a campaign (200 kills: its own argument).
/usr/bin/python3 "$TESTS/../tools/stream-kills" "$(dirname "$(command -v perceptron)")" 16 > said || fail "$(< said)"
grep -q 'nothing that was saved is lost' said || fail "$(< said)"
