// A wall clock that a test sets, for one program: loaded in front of the C library (ld.so(8), LD_PRELOAD).
//
// Real: time itself, every other clock, the program, its sockets, epoll and the timer's descriptor. Played: what
// CLOCK_REALTIME says is off by a number of nanoseconds that stands in the file of WALL_CLOCK_FILE, and what the
// kernel does with absolute timers on that clock when somebody sets it (timerfd_create(2)): with
// TFD_TIMER_CANCEL_ON_SET the descriptor becomes readable at once, and read() fails with ECANCELED. Absolute timers
// without that flag are not played: there are none in the server, and one would end it here.
//
// The file is mapped: 8 bytes, the offset as a signed number. A thread looks at it every millisecond.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { TIMERS = 64 };
static const int64_t BILLION = 1000000000;

struct timer {
    int descriptor;
    int is_realtime;
    // Armed with TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET: cancelled by every step, also when it was due before.
    int cancels;
    int was_cancelled;
    struct itimerspec asked;
};

static _Atomic(int64_t) *offset;
static struct timer timers[TIMERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_timerfd_create)(int, int);
static int (*real_timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static ssize_t (*real_read)(int, void *, size_t);
static int (*real_close)(int);

static void find(void *pointer, const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "wall_clock: no %s\n", name);
        abort();
    }
    memcpy(pointer, &function, sizeof function);
}

static int64_t shift(void) { return offset ? atomic_load(offset) : 0; }

static struct timespec shifted(struct timespec time, int64_t by) {
    int64_t sum = (int64_t)time.tv_sec * BILLION + time.tv_nsec + by;
    if (sum < 1) sum = 1;
    return (struct timespec){.tv_sec = sum / BILLION, .tv_nsec = sum % BILLION};
}

static struct timer *known(int descriptor) {
    for (int index = 0; index < TIMERS; index++) {
        if (timers[index].is_realtime && timers[index].descriptor == descriptor) return &timers[index];
    }
    return NULL;
}

// Arms the kernel's timer for when the played clock shows what was asked for.
static int arm(const struct timer *timer) {
    struct itimerspec real = timer->asked;
    if (real.it_value.tv_sec || real.it_value.tv_nsec) real.it_value = shifted(real.it_value, -shift());
    return real_timerfd_settime(timer->descriptor, TFD_TIMER_ABSTIME, &real, NULL);
}

static void *watch(void *unused) {
    (void)unused;
    int64_t last = shift();
    for (;;) {
        struct timespec pause = {.tv_nsec = 1000000};
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&lock);
        if (shift() != last) {
            last = shift();
            for (int index = 0; index < TIMERS; index++) {
                struct timer *timer = &timers[index];
                if (!timer->is_realtime || !timer->cancels) continue;
                timer->was_cancelled = 1;
                // Readable at once: due a long time ago.
                struct itimerspec now = {.it_value = {.tv_nsec = 1}};
                real_timerfd_settime(timer->descriptor, TFD_TIMER_ABSTIME, &now, NULL);
            }
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    find(&real_clock_gettime, "clock_gettime");
    find(&real_timerfd_create, "timerfd_create");
    find(&real_timerfd_settime, "timerfd_settime");
    find(&real_read, "read");
    find(&real_close, "close");
    const char *path = getenv("WALL_CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
    real_close(file);
    if (page == MAP_FAILED) return;
    offset = page;
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, NULL) != 0) abort();
    pthread_detach(thread);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_clock_gettime) find(&real_clock_gettime, "clock_gettime");
    int result = real_clock_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) *time = shifted(*time, shift());
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    if (result == 0) *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return result;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int timerfd_create(int clock, int flags) {
    int descriptor = real_timerfd_create(clock, flags);
    if (descriptor < 0 || clock != CLOCK_REALTIME) return descriptor;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < TIMERS; index++) {
        if (timers[index].is_realtime) continue;
        timers[index] = (struct timer){.descriptor = descriptor, .is_realtime = 1};
        break;
    }
    pthread_mutex_unlock(&lock);
    return descriptor;
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
    pthread_mutex_lock(&lock);
    struct timer *timer = known(descriptor);
    int result;
    if (timer && (flags & TFD_TIMER_ABSTIME)) {
        if (!(flags & TFD_TIMER_CANCEL_ON_SET)) {
            fprintf(stderr, "wall_clock: an absolute timer that no step cancels is not played\n");
            abort();
        }
        timer->asked = *new;
        timer->cancels = 1;
        result = arm(timer);
    } else {
        if (timer) timer->cancels = 0;
        result = real_timerfd_settime(descriptor, flags, new, old);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t read(int descriptor, void *buffer, size_t count) {
    if (!real_read) find(&real_read, "read");
    if (!offset) return real_read(descriptor, buffer, count);
    pthread_mutex_lock(&lock);
    struct timer *timer = known(descriptor);
    int was_cancelled = timer && timer->was_cancelled;
    if (was_cancelled) timer->was_cancelled = 0;
    pthread_mutex_unlock(&lock);
    ssize_t result = real_read(descriptor, buffer, count);
    if (!was_cancelled) return result;
    errno = ECANCELED;
    return -1;
}

int close(int descriptor) {
    if (!real_close) find(&real_close, "close");
    pthread_mutex_lock(&lock);
    struct timer *timer = known(descriptor);
    if (timer) *timer = (struct timer){0};
    pthread_mutex_unlock(&lock);
    return real_close(descriptor);
}
