/* Whole files: what is read, what is left behind, what stays untouched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char room[64];     /* a directory of its own for each test */
static char path[128];

static int make_room(void **state)
{
    (void)state;
    snprintf(room, sizeof room, "/tmp/test_file.XXXXXX");
    if (mkdtemp(room) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/model", room);
    return 0;
}

static int leave_room(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", room);
    return system(command);
}

/* Two such names may be in use at once. */
static const char *in_room(const char *name)
{
    static char full[2][512];
    static size_t turn;

    turn = 1 - turn;
    snprintf(full[turn], sizeof full[turn], "%s/%s", room, name);
    return full[turn];
}

static size_t files_in(const char *directory)
{
    DIR *dir = opendir(directory);
    struct dirent *entry;
    size_t n = 0;

    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL)
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return n;
}

static void assert_content(const char *name, const char *wanted)
{
    struct pt_buffer buffer;

    pt_buffer_init(&buffer);
    assert_int_equal(pt_file_read(name, NULL, &buffer, NULL), PTRON_OK);
    assert_int_equal(buffer.length, strlen(wanted));
    if (buffer.length > 0)
        assert_memory_equal(buffer.bytes, wanted, buffer.length);
    pt_buffer_fini(&buffer);
}

static void write_text(const char *name, const char *text)
{
    ptron_error err = {0};

    if (pt_file_write(name, text, strlen(text), &err) != PTRON_OK)
        fail_msg("%s: %s", err.file, err.message);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void what_is_written_is_read_back(void **state)
{
    const size_t n = 1000003;
    char *bytes = malloc(n);
    struct pt_buffer buffer;

    (void)state;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (char)(unsigned char)(i * 2654435761u >> 13);
    assert_int_equal(pt_file_write(path, bytes, n, NULL), PTRON_OK);
    pt_buffer_init(&buffer);
    assert_int_equal(pt_file_read(path, NULL, &buffer, NULL), PTRON_OK);
    assert_int_equal(buffer.length, n);
    assert_memory_equal(buffer.bytes, bytes, n);
    assert_int_equal(files_in(room), 1);
    pt_buffer_fini(&buffer);
    free(bytes);
}

static void an_empty_file_is_a_file(void **state)
{
    (void)state;
    assert_int_equal(pt_file_write(path, "", 0, NULL), PTRON_OK);
    assert_content(path, "");
}

static void a_missing_file_is_named_with_the_reason(void **state)
{
    struct pt_buffer buffer;
    ptron_error err;

    (void)state;
    pt_buffer_init(&buffer);
    assert_int_equal(pt_file_read(path, NULL, &buffer, &err), PTRON_IO);
    assert_string_equal(err.file, path);
    assert_string_equal(err.message, "cannot open: No such file or directory");
    assert_int_equal(pt_file_read(room, NULL, &buffer, &err), PTRON_IO);
    assert_string_equal(err.message, "cannot read: Is a directory");
    pt_buffer_fini(&buffer);
}

static void writing_needs_a_directory_that_is_there(void **state)
{
    ptron_error err;

    (void)state;
    assert_int_equal(pt_file_write(in_room("none/model"), "x", 1, &err), PTRON_IO);
    assert_non_null(strstr(err.message, "No such file or directory"));
    assert_int_equal(pt_file_write(room, "x", 1, &err), PTRON_IO);
    assert_non_null(strstr(err.message, "Is a directory"));
    assert_int_equal(pt_file_write("", "x", 1, &err), PTRON_IO);
    assert_int_equal(files_in(room), 0);
}

static void permissions_follow_the_umask_and_stay_when_replaced(void **state)
{
    const mode_t old = umask(027);
    struct stat facts;

    (void)state;
    write_text(path, "one");
    umask(old);
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0640);
    assert_int_equal(chmod(path, 0600), 0);
    write_text(path, "two");
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_content(path, "two");
}

static void links_are_followed_and_stay_links(void **state)
{
    struct stat facts;

    (void)state;
    assert_int_equal(mkdir(in_room("far"), 0777), 0);
    assert_int_equal(symlink("far/model", in_room("near")), 0);
    assert_int_equal(symlink("near", path), 0);
    write_text(path, "through a dangling link");
    assert_content(in_room("far/model"), "through a dangling link");
    write_text(path, "again");
    assert_content(in_room("far/model"), "again");
    assert_int_equal(lstat(path, &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    assert_int_equal(lstat(in_room("near"), &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    assert_int_equal(files_in(in_room("far")), 1);
}

static void links_in_a_circle_are_an_error(void **state)
{
    ptron_error err;

    (void)state;
    assert_int_equal(symlink("b", in_room("a")), 0);
    assert_int_equal(symlink("a", in_room("b")), 0);
    assert_int_equal(pt_file_write(in_room("a"), "x", 1, &err), PTRON_IO);
    assert_non_null(strstr(err.message, "link"));
    assert_int_equal(files_in(room), 2);
}

static void names_as_long_as_names_can_be_are_written(void **state)
{
    char name[256];

    (void)state;
    memset(name, 'm', 255);
    name[255] = '\0';
    write_text(in_room(name), "long");
    assert_content(in_room(name), "long");
}

static void a_name_that_is_taken_is_passed_by(void **state)
{
    char taken[64];

    (void)state;
    snprintf(taken, sizeof taken, ".perceptron-%ld-0.tmp", (long)getpid());
    write_text(in_room("other"), "x");
    assert_int_equal(rename(in_room("other"), in_room(taken)), 0);
    write_text(path, "new");
    assert_content(path, "new");
    assert_content(in_room(taken), "x");
    assert_int_equal(files_in(room), 2);
}

static void make_old(const char *name)
{
    const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};

    assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
}

/* A file that a run left which was killed goes; one that is being written, young, or of another name stays. */
static void what_dead_runs_left_is_removed_by_the_next(void **state)
{
    static const char *const names[] = {".perceptron-1-0.tmp", ".perceptron-99999999-17.tmp",
                                        ".perceptron-5-1.tmp", ".perceptron-6-0.tmp",
                                        ".perceptron-7-0.tmp.mine", ".perceptron-x-0.tmp",
                                        ".perceptron-8-0.tmp"};
    static const bool stays[] = {false, false, true, true, true, true, true};
    int fd;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (i == 6)
            assert_int_equal(symlink("elsewhere", in_room(names[i])), 0);
        else
            assert_int_equal(close(open(in_room(names[i]), O_CREAT | O_WRONLY, 0600)), 0);
        if (i < 6 && i != 3)
            make_old(in_room(names[i]));
    }
    fd = open(in_room(names[2]), O_WRONLY);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    write_text(path, "new");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct stat facts;
        if ((lstat(in_room(names[i]), &facts) == 0) != stays[i])
            fail_msg("%s: %s", names[i], stays[i] ? "was removed" : "is still there");
    }
    close(fd);
}

static void a_full_device_is_an_error(void **state)
{
    ptron_error err;

    (void)state;
    assert_int_equal(pt_file_write("/dev/full", "x", 1, &err), PTRON_IO);
    assert_string_equal(err.file, "/dev/full");
    assert_string_equal(err.message, "there is no room for it: No space left on device");
    assert_int_equal(pt_file_write("/dev/null", "x", 1, &err), PTRON_OK);
}

static void a_full_disk_leaves_the_older_file_and_nothing_else(void **state)
{
    static char bytes[200000];
    ptron_error err;

    (void)state;
    write_text(path, "older");
    limit_files(100000);
    assert_int_equal(pt_file_write(path, bytes, sizeof bytes, &err), PTRON_IO);
    assert_int_equal(pt_file_write(in_room("new"), bytes, sizeof bytes, NULL), PTRON_IO);
    limit_files(RLIM_INFINITY);
    assert_string_equal(err.file, path);
    assert_string_equal(err.message, "there is no room for it: File too large");
    assert_content(path, "older");
    assert_int_equal(files_in(room), 1);
}

static void what_is_not_kept_leaves_nothing_behind(void **state)
{
    ptron_output *writer;

    (void)state;
    write_text(path, "older");
    assert_int_equal(ptron_output_open(path, &writer, NULL), PTRON_OK);
    assert_int_equal(ptron_output_add(writer, "half", 4, NULL), PTRON_OK);
    assert_content(path, "older");
    assert_int_equal(ptron_output_close(writer, false, NULL), PTRON_OK);
    assert_content(path, "older");
    assert_int_equal(files_in(room), 1);
    assert_int_equal(ptron_output_close(NULL, true, NULL), PTRON_OK);
}

static void a_writer_that_failed_keeps_nothing(void **state)
{
    ptron_output *writer;

    (void)state;
    assert_int_equal(ptron_output_open(path, &writer, NULL), PTRON_OK);
    limit_files(10);
    assert_int_equal(ptron_output_add(writer, "more than ten bytes", 19, NULL), PTRON_IO);
    limit_files(RLIM_INFINITY);
    assert_int_equal(ptron_output_add(writer, "x", 1, NULL), PTRON_OK);
    assert_int_equal(ptron_output_close(writer, true, NULL), PTRON_IO);
    assert_int_equal(files_in(room), 0);
}

static void pieces_become_one_file(void **state)
{
    ptron_output *writer;

    (void)state;
    assert_int_equal(ptron_output_open(path, &writer, NULL), PTRON_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ptron_output_add(writer, "abc", 3, NULL), PTRON_OK);
    assert_int_equal(ptron_output_close(writer, true, NULL), PTRON_OK);
    assert_content(path, "abcabcabc");
}

static void beat(int number)
{
    (void)number;
}

static void beat_every(suseconds_t microseconds)   /* 0: no more */
{
    const struct sigaction action = {.sa_handler = beat};   /* no SA_RESTART: calls are interrupted */
    const struct itimerval timer = {{0, microseconds}, {0, microseconds}};

    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

static void interrupted_writes_into_a_named_pipe_arrive_whole(void **state)
{
    const size_t n = 1000000;
    char *bytes = malloc(n), command[400];
    unsigned long sum = 0, wanted = 0;
    FILE *reader;
    ptron_status status;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (char)(i % 127);
        wanted += i % 127;
    }
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(command, sizeof command,
             "sleep 0.01; dd bs=1000 if='%s' 2>/dev/null | od -An -v -tu1 -w1 | awk '{s += $1} END {print s}'",
             path);
    reader = popen(command, "r");
    assert_non_null(reader);
    beat_every(500);
    status = pt_file_write(path, bytes, n, NULL);
    beat_every(0);
    assert_int_equal(status, PTRON_OK);
    assert_int_equal(fscanf(reader, "%lu", &sum), 1);
    pclose(reader);
    assert_int_equal(sum, wanted);
    free(bytes);
}

static int run_in_child(int (*run)(void))
{
    const pid_t child = fork();
    int result = -1;

    if (child == 0)
        _exit(run());
    assert_int_equal(waitpid(child, &result, 0), child);
    return result;
}

static int copy_standard(void)
{
    struct pt_buffer buffer;
    bool ok = freopen(in_room("in"), "r", stdin) != NULL && freopen(in_room("out"), "w", stdout) != NULL;

    pt_buffer_init(&buffer);
    ok = ok && pt_file_read("-", NULL, &buffer, NULL) == PTRON_OK;
    ok = ok && pt_file_write("-", buffer.bytes, buffer.length, NULL) == PTRON_OK;
    ok = ok && write(STDOUT_FILENO, "!", 1) == 1;   /* it is still open */
    pt_buffer_fini(&buffer);
    return ok ? 0 : 1;
}

static void a_dash_is_standard_input_and_output(void **state)
{
    (void)state;
    write_text(in_room("in"), "from the left");
    assert_int_equal(run_in_child(copy_standard), 0);
    assert_content(in_room("out"), "from the left!");
}

static int fail_to_replace(void)
{
    if (getuid() == 0 && setuid(65534) != 0)
        return 2;
    return pt_file_write(path, "new", 3, NULL) == PTRON_IO ? 0 : 1;
}

static void a_file_that_may_not_be_written_is_not_replaced(void **state)
{
    (void)state;
    write_text(path, "older");
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(room, 0777), 0);
    assert_int_equal(run_in_child(fail_to_replace), 0);
    assert_content(path, "older");
    assert_int_equal(files_in(room), 1);
}

static ptron_status write_x(const char *name)
{
    return pt_file_write(name, "x", 1, NULL);
}

static ptron_status read_x(const char *name)
{
    struct pt_buffer buffer;
    ptron_status status;

    pt_buffer_init(&buffer);
    status = pt_file_read(name, NULL, &buffer, NULL);
    pt_buffer_fini(&buffer);
    return status;
}

static bool survives(ptron_status (*run)(const char *name), const char *name, size_t k)
{
    ptron_status status;
    bool failed;

    pt_test_fail_allocation(k);
    status = run(name);
    failed = pt_test_allocation_failed();
    pt_test_fail_allocation(SIZE_MAX);
    assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    return failed;
}

static void every_allocation_may_fail(void **state)
{
    const char *link = in_room("link");

    (void)state;
    assert_int_equal(symlink("target", link), 0);
    for (size_t k = 0; survives(write_x, link, k); k++)
        assert_int_equal(files_in(room), 1);
    assert_int_equal(files_in(room), 2);
    for (size_t k = 0; survives(read_x, link, k); k++)
        continue;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_room, leave_room)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_written_is_read_back),
        TEST(an_empty_file_is_a_file),
        TEST(a_missing_file_is_named_with_the_reason),
        TEST(writing_needs_a_directory_that_is_there),
        TEST(permissions_follow_the_umask_and_stay_when_replaced),
        TEST(links_are_followed_and_stay_links),
        TEST(links_in_a_circle_are_an_error),
        TEST(names_as_long_as_names_can_be_are_written),
        TEST(a_name_that_is_taken_is_passed_by),
        TEST(what_dead_runs_left_is_removed_by_the_next),
        TEST(a_full_device_is_an_error),
        TEST(a_full_disk_leaves_the_older_file_and_nothing_else),
        TEST(what_is_not_kept_leaves_nothing_behind),
        TEST(a_writer_that_failed_keeps_nothing),
        TEST(pieces_become_one_file),
        TEST(interrupted_writes_into_a_named_pipe_arrive_whole),
        TEST(a_dash_is_standard_input_and_output),
        TEST(a_file_that_may_not_be_written_is_not_replaced),
        TEST(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
