/* Parcels over MPI. All waiting is done by asking again and again, so that an alarm of another rank, or one that is not
 * heard of any more, ends it. */
#include "ranks/transport.h"
#include "base/alloc.h"

#include <mpi.h>

#include <sched.h>
#include <time.h>
#include <unistd.h>

enum { LANE_ALARM = 9 };

static const size_t most_bytes = (size_t)1 << 30;   /* of one message: MPI counts in ints */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool open_mpi(int *rank, int *size)
{
    int done = 0;

    if (MPI_Initialized(&done) != MPI_SUCCESS || (!done && MPI_Init(NULL, NULL) != MPI_SUCCESS))
        return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    return MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS && MPI_Comm_size(MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

static bool alarm_came(void)
{
    int flag = 0;

    return MPI_Iprobe(MPI_ANY_SOURCE, LANE_ALARM, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag;
}

/* Messages of the parcels begin; returns how many, [n_requests] at most. */
static size_t begin(const struct pt_parcel *parcels, size_t n, int lane, MPI_Request *requests, int *peers)
{
    size_t started = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t at = 0; at < parcels[i].length; at += most_bytes) {
            const size_t left = parcels[i].length - at;
            const int count = (int)(left < most_bytes ? left : most_bytes);
            char *bytes = (char *)parcels[i].bytes + at;

            peers[started] = parcels[i].peer;
            if (parcels[i].out)
                MPI_Isend(bytes, count, MPI_BYTE, parcels[i].peer, lane, MPI_COMM_WORLD, &requests[started++]);
            else
                MPI_Irecv(bytes, count, MPI_BYTE, parcels[i].peer, lane, MPI_COMM_WORLD, &requests[started++]);
        }
    return started;
}

/* What is broken off must not be written to later. */
static void cancel(const struct pt_parcel *parcels, size_t n, MPI_Request *requests)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t at = 0; at < parcels[i].length; at += most_bytes, k++) {
            if (requests[k] == MPI_REQUEST_NULL)
                continue;
            MPI_Cancel(&requests[k]);
            if (parcels[i].out)
                MPI_Request_free(&requests[k]);
            else
                MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
        }
}

/* A short wait is worth a core; a long one gives it to whoever is waited for. */
static void rest(unsigned turns)
{
    const struct timespec a_while = {0, turns < 2000 ? 20000 : 200000};

    if (turns < 500)
        sched_yield();
    else
        nanosleep(&a_while, NULL);
}

static enum pt_delivery wait_for(MPI_Request *requests, const int *peers, size_t n, int lane, double patience,
                                 int *peer)
{
    double since = now();
    size_t left = n;

    for (unsigned turns = 0; left > 0; turns++) {
        size_t open = 0;

        for (size_t i = 0; i < n; i++) {
            int flag = 1;

            if (requests[i] != MPI_REQUEST_NULL)
                MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
            if (!flag) {
                *peer = peers[i];
                open++;
            }
        }
        if (open < left) {
            since = now();
            turns = 0;
        }
        left = open;
        if (left > 0 && lane == PT_LANE_DATA && turns % 16 == 15 && alarm_came())
            return PT_ALARMED;
        if (left > 0 && turns % 64 == 63 && now() - since > patience)
            return PT_LATE;
        if (left > 0)
            rest(turns);
    }
    return PT_DELIVERED;
}

static enum pt_delivery exchange(const struct pt_parcel *parcels, size_t n, enum pt_lane lane, double patience,
                                 int *peer)
{
    size_t messages = 0;
    MPI_Request *requests;
    int *peers;
    enum pt_delivery delivery;

    for (size_t i = 0; i < n; i++)
        messages += (parcels[i].length + most_bytes - 1) / most_bytes;
    if (messages == 0)
        return PT_DELIVERED;
    if (lane == PT_LANE_DATA && alarm_came())
        return PT_ALARMED;
    requests = pt_array(messages, sizeof *requests);
    peers = pt_array(messages, sizeof *peers);
    if (requests == NULL || peers == NULL)
        MPI_Abort(MPI_COMM_WORLD, 4);
    messages = begin(parcels, n, (int)lane, requests, peers);
    delivery = wait_for(requests, peers, messages, (int)lane, patience, peer);
    if (delivery == PT_ALARMED)
        cancel(parcels, n, requests);
    pt_release(requests);
    pt_release(peers);
    return delivery;
}

static void alarm_all(void)
{
    static char nothing;
    int rank = 0, size = 1;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int r = 0; r < size; r++)
        if (r != rank) {
            MPI_Request request;
            MPI_Isend(&nothing, 1, MPI_BYTE, r, LANE_ALARM, MPI_COMM_WORLD, &request);
            MPI_Request_free(&request);
        }
}

/* Alarms that came to nobody are taken in, or MPI would wait for it. */
static void close_mpi(void)
{
    char nothing;

    while (alarm_came())
        MPI_Recv(&nothing, 1, MPI_BYTE, MPI_ANY_SOURCE, LANE_ALARM, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}

/* The launcher may itself be cut off: then this process at least ends. */
static void abort_mpi(int code)
{
    alarm(10);
    MPI_Abort(MPI_COMM_WORLD, code);
    for (;;)
        pause();
}

extern const struct pt_transport pt_transport_mpi;
__attribute__((visibility("default"))) const struct pt_transport pt_transport_mpi = {
    .version = PT_TRANSPORT_VERSION, .open = open_mpi, .exchange = exchange, .alarm = alarm_all, .close = close_mpi,
    .abort = abort_mpi,
};
