/* The only memory allocation in the library. Every call may return NULL.
 * Tests make the k-th allocation fail; see pt_test_fail_allocation. */
#ifndef PT_BASE_ALLOC_H
#define PT_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

void *pt_alloc(size_t bytes);                 /* non-NULL for zero bytes unless memory is out */
void *pt_zeroed(size_t count, size_t size);   /* checked product */
void *pt_array(size_t count, size_t size);    /* not cleared; checked product */
void *pt_resize(void *memory, size_t count, size_t size);   /* NULL: the old memory is still there */
/* The same where `array` is the address of a pointer of any type; false when memory is out (nothing changed). */
bool  pt_resize_at(void *array, size_t count, size_t size);
void  pt_release(void *memory);               /* NULL is fine */
char *pt_copy_text(const char *text, size_t length);        /* ended with NUL */

/* Makes room for at least `wanted` elements, doubling; false when memory is out (nothing changed). */
bool pt_grow(void **memory, size_t *room, size_t wanted, size_t size);

/* For tests only: the k-th allocation from now (0-based) and all after it return NULL;
 * SIZE_MAX switches it off. Threads count together. */
void pt_test_fail_allocation(size_t k);
void pt_test_fail_once(size_t k);             /* that one alone */
bool pt_test_allocation_failed(void);
/* And those of more bytes than this; SIZE_MAX switches it off. */
void pt_test_limit_allocation(size_t bytes);

#endif
