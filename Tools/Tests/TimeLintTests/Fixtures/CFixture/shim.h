#pragma once

#define _GNU_SOURCE

#include <dlfcn.h>
#include <features.h>
#include <sys/select.h>
#include <event2/event.h>
#include <event2/util.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timeb.h>
#include <sys/timex.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

// A macro nobody expands is no code: clock(), time(NULL), sleep(1).
#define FIXTURE_NOW() time(NULL)
#define FIXTURE_NEVER_EXPANDED() clock()

static const char *const fixture_words = "clock_gettime(CLOCK_REALTIME, &now) and time(NULL)";

struct fixture_stamp {
    long time;
    long clock;
};

static inline long fixture_value(struct fixture_stamp stamp) { return stamp.time + stamp.clock; }

static inline int fixture_hour(time_t when) {
    struct tm parts;
    return localtime_r(&when, &parts) ? parts.tm_hour : -1;
}

static inline long fixture_time(void) { return time(NULL); } // clock: time
static inline long fixture_macro(void) { return FIXTURE_NOW(); } // clock: time
static inline long fixture_given(time_t (*clock_)(time_t *)) { return clock_(NULL); }
static inline long fixture_pointer(void) { return fixture_given(time); } // clock: time
static inline long fixture_parenthesised(void) { return (time)(NULL); } // clock: time

static inline long fixture_gettime(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now); // clock: clock_gettime
    timespec_get(&now, TIME_UTC); // clock: timespec_get
    nanosleep(&now, NULL); // clock: nanosleep
    clock_nanosleep(CLOCK_MONOTONIC, 0, &now, NULL); // clock: clock_nanosleep
    thrd_sleep(&now, NULL); // clock: thrd_sleep
    syscall(SYS_clock_gettime, 0, &now); // clock: syscall
    return now.tv_sec;
}

static inline int fixture_adjusted(struct timex *values) {
    return clock_adjtime(CLOCK_REALTIME, values); // clock: clock_adjtime
}

int (evutil_gettimeofday)(struct timeval *, void *);

static inline long fixture_timeval(void) {
    struct timeval now;
    gettimeofday(&now, NULL); // clock: gettimeofday
    evutil_gettimeofday(&now, NULL); // clock: gettimeofday
    (evutil_gettimeofday)(&now, NULL); // clock: evutil_gettimeofday
    return now.tv_sec;
}

static inline long fixture_ticks(void) {
    struct tms spent;
    return clock() + times(&spent); // clock: clock, times
}

static inline long fixture_uptime(void) {
    struct sysinfo machine;
    sysinfo(&machine);
    return machine.uptime; // clock: sysinfo.uptime
}

unsigned long long __rdtsc(void);
double CFAbsoluteTimeGetCurrent(void);

static inline unsigned long long fixture_cycles(void) {
    return __builtin_readcyclecounter() // clock: __builtin_readcyclecounter
        + __rdtsc(); // clock: __rdtsc
}

static inline void fixture_others(struct timeb *now, struct ntptimeval *ntp) {
    ftime(now); // clock: ftime
    ntp_gettime(ntp); // clock: ntp_gettime
    ntp_gettimex(ntp); // clock: ntp_gettimex
    dlvsym(NULL, "time", "GLIBC_2.2.5"); // clock: dlvsym
    dlsym(NULL, "time"); // clock: dlsym
    CFAbsoluteTimeGetCurrent(); // clock: CFAbsoluteTimeGetCurrent
}

static inline void fixture_assembly(void) {
    __asm__ volatile("nop"); // clock: inline assembly
}

long fixture_renamed(long *) __asm__("time"); // clock: time
int fixture_untouched(int) __asm__("other");
