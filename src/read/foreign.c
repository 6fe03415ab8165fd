/* The table of files that are given as data and are none. A row that could begin a text too asks for a byte that no
 * text has among the first bytes. */
#include "read/foreign.h"
#include "base/size.h"

#include <string.h>

struct foreign {
    size_t      at, length;      /* where the mark stands */
    const char *mark;
    bool        binary;          /* only with a control byte among the first 64 */
    const char *inside;          /* also somewhere in the bytes at hand, or NULL */
    const char *what, *advice;
};

#define MARK(at, text)    at, sizeof(text) - 1, text
#define PROTOCOL(p)       {MARK(0, "\x80" p), false, NULL, "a Python pickle", PICKLE}
#define PICKLE            "in Python, save the table with to_csv or the array with numpy.save"
#define FRAME(reader)     "in Python: pandas." reader "(...).to_csv('rows.csv', index=False)"
#define PICTURE           "pictures are read as IDX or .npy arrays, one row of pixels each"
#define UNPACK            "unpack it and give the file inside"

static const struct foreign foreign[] = {
    {MARK(0, "\x89PTRON\r\n"), false, NULL, "a model", "it goes before the data: perceptron predict MODEL DATA"},
    {MARK(0, "\x89ptpack\n"), false, NULL, "a pack", "a pack is given alone, not with other files or to a stream"},
    {MARK(0, "perceptron certificate "), false, NULL, "a certificate",
     "it goes before the data: perceptron verify CERTIFICATE DATA"},
    {MARK(0, "PK\3\4"), false, "xl/", "an Excel workbook (.xlsx)", "save the sheet as CSV"},
    {MARK(0, "PK\3\4"), false, "opendocument.spreadsheet", "an OpenDocument sheet (.ods)", "save the sheet as CSV"},
    {MARK(0, "PK\3\4"), false, ".npy", "a NumPy archive (.npz)", "save each array alone with numpy.save"},
    {MARK(0, "PK\3\4"), false, "[Content_Types].xml", "an Office document", "save its table as CSV"},
    {MARK(0, "PK\3\4"), false, NULL, "a zip archive", UNPACK},
    {MARK(0, "PK\5\6"), false, NULL, "an empty zip archive", UNPACK},
    {MARK(0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), false, NULL, "an old Office document, such as Excel's .xls",
     "save the sheet as CSV"},
    {MARK(0, "PAR1"), true, NULL, "a Parquet file", FRAME("read_parquet")},
    {MARK(0, "ARROW1"), true, NULL, "an Arrow or Feather file", FRAME("read_feather")},
    {MARK(0, "FEA1"), true, NULL, "a Feather file", FRAME("read_feather")},
    {MARK(0, "ORC"), true, NULL, "an ORC file", FRAME("read_orc")},
    {MARK(0, "Obj\1"), false, NULL, "an Avro file", "write its records as JSON lines"},
    {MARK(0, "\x89HDF\r\n\x1a\n"), false, NULL, "an HDF5 file", "save its table as CSV or its array with numpy.save"},
    {MARK(0, "SQLite format 3\0"), false, NULL, "an SQLite database",
     "write the rows out: sqlite3 -header -csv FILE 'select * from TABLE' > rows.csv"},
    PROTOCOL("\2"), PROTOCOL("\3"), PROTOCOL("\4"), PROTOCOL("\5"),
    {MARK(0, "MATLAB 5.0 MAT-file"), false, NULL, "a MATLAB file", "save the table as CSV"},
    {MARK(0, "RDX2\n"), false, NULL, "an R workspace", "in R, save the table with write.csv"},
    {MARK(0, "RDX3\n"), false, NULL, "an R workspace", "in R, save the table with write.csv"},
    {MARK(0, "X\n\0\0\0"), false, NULL, "an R object (.rds)", "in R, save the table with write.csv"},
    {MARK(0, "<stata_dta>"), false, NULL, "a Stata file", FRAME("read_stata")},
    {MARK(0, "$FL2"), true, NULL, "an SPSS file", FRAME("read_spss")},
    {MARK(0, "\x89PNG\r\n\x1a\n"), false, NULL, "a PNG picture", PICTURE},
    {MARK(0, "\xff\xd8\xff"), false, NULL, "a JPEG picture", PICTURE},
    {MARK(0, "GIF87a"), false, NULL, "a GIF picture", PICTURE},
    {MARK(0, "GIF89a"), false, NULL, "a GIF picture", PICTURE},
    {MARK(8, "WEBPVP8"), false, NULL, "a WebP picture", PICTURE},
    {MARK(0, "%PDF-"), false, NULL, "a PDF document", "rows are wanted: save its table as CSV"},
    {MARK(0, "BZh"), true, NULL, "packed by bzip2", "unpack it: bzip2 -dc FILE | perceptron ... -"},
    {MARK(0, "7z\xbc\xaf\x27\x1c"), false, NULL, "a 7z archive", UNPACK},
    {MARK(0, "Rar!\x1a\7"), false, NULL, "a RAR archive", UNPACK},
    {MARK(257, "ustar"), false, NULL, "a tar archive", "unpack it and give the files inside"},
    {MARK(0, "\x7f" "ELF"), false, NULL, "a program", "rows are wanted"},
    {MARK(0, "version https://git-lfs.github.com/spec/"), false, NULL, "a pointer of Git LFS, not the file itself",
     "fetch it: git lfs pull"},
};

/* Pages that were saved in place of a file; any case, after blanks. */
static const char *const pages[] = {"<!doctype html", "<html"};

static bool begins_like(const char *bytes, size_t length, const char *lower)
{
    const size_t n = strlen(lower);

    for (size_t i = 0; i < n && i < length; i++) {
        const char c = bytes[i] >= 'A' && bytes[i] <= 'Z' ? (char)(bytes[i] + 32) : bytes[i];

        if (c != lower[i])
            return false;
    }
    return length >= n;
}

/* No text has these. */
static bool has_control(const char *bytes, size_t length)
{
    for (size_t i = 0; i < pt_min(length, 64); i++)
        if ((unsigned char)bytes[i] < ' ' && strchr("\t\n\v\f\r\33", bytes[i]) == NULL)
            return true;
    return memchr(bytes, '\0', pt_min(length, 64)) != NULL;
}

static bool holds(const char *bytes, size_t length, const char *text)
{
    const size_t n = strlen(text);

    for (size_t i = 0; i + n <= length; i++)
        if (memcmp(bytes + i, text, n) == 0)
            return true;
    return false;
}

static bool is(const struct foreign *kind, const char *bytes, size_t length)
{
    return length >= kind->at + kind->length && memcmp(bytes + kind->at, kind->mark, kind->length) == 0 &&
           (!kind->binary || has_control(bytes, length)) &&
           (kind->inside == NULL || holds(bytes, length, kind->inside));
}

ptron_status pt_foreign_check(const char *bytes, size_t length, bool free_text, ptron_error *err)
{
    size_t blank = 0;

    if (free_text && !has_control(bytes, length))
        return PTRON_OK;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (is(&foreign[i], bytes, length))
            return pt_fail(err, PTRON_DATA, "is %s; %s", foreign[i].what, foreign[i].advice);
    while (blank < length && bytes[blank] != '\0' && strchr(" \t\r\n", bytes[blank]) != NULL)
        blank++;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (begins_like(bytes + blank, length - blank, pages[i]))
            return pt_fail(err, PTRON_DATA, "is a web page; rows are wanted: was it saved in place of the file?");
    return PTRON_OK;
}
