/* Memory that is needed soon: advice, which changes no result. */
#ifndef PT_BASE_FETCH_H
#define PT_BASE_FETCH_H

/* Asks the memory for what is needed soon. gcc drops calls of functions that do nothing else, so they are inlined. */
#if defined(__GNUC__)
#define PT_FETCH(address) __builtin_prefetch(address)
#define PT_FETCH_NEAR(address) __builtin_prefetch(address, 0, 2)
#define PT_FETCHER        __attribute__((always_inline)) static inline
#else
#define PT_FETCH(address) ((void)(address))
#define PT_FETCH_NEAR(address) ((void)(address))
#define PT_FETCHER        static inline
#endif

#endif
