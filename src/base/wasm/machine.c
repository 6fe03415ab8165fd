/* A machine without a system: one thread, linear memory, no files but those a caller gave, no clock but the one he
 * sets. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "base/alloc.h"
#include "base/wasm/machine.h"

static double seconds;

void pt_wasm_tick(double now)
{
    seconds = now;
}

double pt_clock_seconds(void)
{
    return seconds;
}

void pt_memory_give_back(void *from, size_t bytes)
{
    (void)from, (void)bytes;
}

/* ---- numbers of any length take what there is; beyond it they trap ------------------------------------- */

ptron_status pt_reserve_open(size_t bytes, const char *what, struct pt_reserve **out, ptron_error *err)
{
    (void)bytes, (void)what, (void)err;
    *out = NULL;
    return PTRON_OK;
}

void pt_reserve_close(struct pt_reserve *reserve)
{
    (void)reserve;
}

bool pt_reserve_used(void)
{
    return false;
}

ptron_status pt_reserve_left(const char *what, ptron_error *err)
{
    (void)what, (void)err;
    return PTRON_OK;
}
