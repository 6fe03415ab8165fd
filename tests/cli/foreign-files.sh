# Files that people give as data and that hold no rows read here: each is named, with what to do.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
perceptron pack clouds.csv -o d.pack > /dev/null
perceptron certify clouds.csv -q -o d.cert
/usr/bin/python3 - <<'PYTHON'
import pickle, sqlite3, struct, zipfile, zlib
import numpy
with zipfile.ZipFile("book.xlsx", "w") as z:
    for name in ("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml"):
        z.writestr(name, "<x/>")
with zipfile.ZipFile("sheet.ods", "w") as z:
    z.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
with zipfile.ZipFile("rows.zip", "w") as z:
    z.writestr("rows.csv", "x,label\n1,a\n2,b\n")
numpy.savez("arrays.npz", x=numpy.zeros((3, 2)))
for protocol in (2, 5):
    pickle.dump({"x": [1, 2]}, open("rows%d.pkl" % protocol, "wb"), protocol)
base = sqlite3.connect("rows.db")
base.execute("create table t (x)")
base.commit()
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
open("dot.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) +
                            chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b""))
open("photo.jpg", "wb").write(b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(100))
open("paper.pdf", "wb").write(b"%PDF-1.4\n%\xe2\xe3\n1 0 obj\n")
open("rows.parquet", "wb").write(b"PAR1\x15\x04\x15\x10" + bytes(50) + b"PAR1")
open("old.xls", "wb").write(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100))
open("frame.h5", "wb").write(b"\x89HDF\r\n\x1a\n" + bytes(100))
open("page.csv", "wb").write(b"\n<!DOCTYPE HTML>\n<html><body>404, not found</body></html>\n")
open("big.csv", "wb").write(b"version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 3\n")
PYTHON
bzip2 -c clouds.csv > clouds.csv.bz2 || rm -f clouds.csv.bz2
tar -cf rows.tar clouds.csv
while IFS=: read -r file what; do
    [[ -e $file ]] || continue
    refuses_to_train 3 "perceptron: $file: is $what; *" "$file"
    refuses 3 "perceptron: $file: is $what; *" perceptron predict m.model "$file"
    refuses 3 "perceptron: standard input: is $what; *" perceptron check - < "$file"
done <<'END'
m.model:a model
d.cert:a certificate
book.xlsx:an Excel workbook (.xlsx)
sheet.ods:an OpenDocument sheet (.ods)
arrays.npz:a NumPy archive (.npz)
rows.zip:a zip archive
rows2.pkl:a Python pickle
rows5.pkl:a Python pickle
rows.db:an SQLite database
dot.png:a PNG picture
photo.jpg:a JPEG picture
paper.pdf:a PDF document
rows.parquet:a Parquet file
old.xls:an old Office document, such as Excel's .xls
frame.h5:an HDF5 file
page.csv:a web page
big.csv:a pointer of Git LFS, not the file itself
clouds.csv.bz2:packed by bzip2
rows.tar:a tar archive
END
refuses_to_train 3 'perceptron: d.pack: is a pack; a pack is given alone, *' d.pack d.pack
# What is text is read: a column that is named like a mark, and messages that begin like one.
printf 'PAR1,ORC,label\n1,2,a\n2,1,b\n' > par.csv
perceptron train --algorithm perceptron par.csv -q
printf 'spam\tfree now\nham\tsee you\n' > words.tsv
perceptron train --algorithm perceptron words.tsv -q -o w.model
printf '<html>free</html>\n' | perceptron predict w.model - > out
[[ $(< out) == spam ]] || fail "a message that looks like a page: $(< out)"
