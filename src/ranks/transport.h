/* How bytes go from rank to rank: the seam behind which MPI is. A module fills one table; ranks.c opens it. */
#ifndef PT_RANKS_TRANSPORT_H
#define PT_RANKS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

struct pt_parcel {
    int    peer;
    bool   out;        /* to the peer; else from it */
    void  *bytes;      /* [length]; parcels between two ranks arrive in the order they were sent */
    size_t length;     /* known to both; 0: nothing goes */
};

enum pt_lane { PT_LANE_DATA = 1, PT_LANE_REPORT, PT_LANE_VERDICT };
enum pt_delivery { PT_DELIVERED, PT_ALARMED, PT_LATE };

enum { PT_TRANSPORT_VERSION = 1 };

struct pt_transport {
    int  version;
    bool (*open)(int *rank, int *size);
    /* All parcels at once. PT_LANE_DATA: broken off when an alarm has come. PT_LATE: nothing moved for so many seconds;
     * *peer is one that was waited for. */
    enum pt_delivery (*exchange)(const struct pt_parcel *parcels, size_t n, enum pt_lane lane, double patience,
                                 int *peer);
    void (*alarm)(void);       /* tells all others that something went wrong */
    void (*close)(void);
    void (*abort)(int code);   /* ends the job, all ranks, at once */
};

#define PT_TRANSPORT_SYMBOL "pt_transport_mpi"
#define PT_TRANSPORT_FILE   "perceptron-mpi.so"

#endif
