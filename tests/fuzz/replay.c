/* Runs a fuzz target once on every file of a folder: what fuzzing ever found stays found. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static uint8_t *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;

    *length = 0;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);

        rewind(file);
        bytes = malloc(end > 0 ? (size_t)end : 1);   /* no more: the sanitizer sees one byte too far */
        if (bytes != NULL)
            *length = fread(bytes, 1, end > 0 ? (size_t)end : 0, file);
    }
    fclose(file);
    return bytes;
}

static size_t replay(const char *folder)
{
    DIR *directory = opendir(folder);
    size_t files = 0;

    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        char path[4096];
        size_t length;
        uint8_t *bytes;

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bytes = read_file(path, &length);
        if (bytes == NULL)
            continue;
        fprintf(stderr, "%s\n", path);   /* shown only when it fails: which one it was */
        LLVMFuzzerTestOneInput(bytes, length);
        free(bytes);
        files++;
    }
    if (directory != NULL)
        closedir(directory);
    return files;
}

int main(int argc, char **argv)
{
    size_t files = 0;

    for (int i = 1; i < argc; i++)
        files += replay(argv[i]);
    printf("%zu files\n", files);
    return files == 0;   /* an empty corpus proves nothing */
}
