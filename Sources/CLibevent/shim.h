#pragma once

// Before any libevent header: otherwise fd_set clashes with Glibc's or Foundation's in one Swift module.
#include <features.h>
#include <sys/select.h>

#include <event2/event.h>
#include <event2/thread.h>
#include <event2/util.h>

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

// TFD_TIMER_CANCEL_ON_SET is an enumerator that Glibc's Swift overlay does not carry.
static inline int next_to_go_timerfd_flags(void) {
    return TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
}

// TFD_NONBLOCK and TFD_CLOEXEC are enumerators too.
static inline int next_to_go_timerfd_open(void) {
    return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

// ioctl is variadic, which Swift does not import; bytes in the kernel's send queue, or -1.
static inline int next_to_go_queued(int descriptor) {
    int bytes = 0;
    return ioctl(descriptor, SIOCOUTQ, &bytes) == 0 ? bytes : -1;
}

// SOCK_NONBLOCK and SOCK_CLOEXEC are enumerators of another type than SOCK_STREAM's in Swift.
static inline int next_to_go_socket(int family) {
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

// accept4 is declared for _GNU_SOURCE only, which would have to be defined before Glibc's own module is built.
int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int next_to_go_accept(int listener, struct sockaddr_storage *address, socklen_t *length) {
    return accept4(listener, (struct sockaddr *)address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// fcntl is variadic too; a second descriptor of the same socket, or -1.
static inline int next_to_go_duplicate(int descriptor) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}
