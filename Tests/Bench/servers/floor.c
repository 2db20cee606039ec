// The floor: the least that a server can do for its readers. One epoll loop that answers every request with the head
// of an event stream and then, at the beginning of each second, calls send once for each reader. No queues, no
// formats, no time-outs: what a reader's socket does not take is lost.
//
//   floor BYTES    each frame is one chunk with an event of that many bytes; the port is free and told on stderr
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 65536, EVENTS = 512 };

static int readers[MOST], count, place[MOST];
static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
                           "Transfer-Encoding: chunked\r\n\r\n";

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// time(2) reads a clock that may be some milliseconds behind.
static long second(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec;
}

static void arm(int timer) {
    struct itimerspec next = {.it_value = {.tv_sec = second() + 1}};
    if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &next, NULL) != 0) fail("timerfd_settime");
}

// One chunk with an event of `bytes` bytes.
static int frame(char *chunk, int bytes) {
    char start[128];
    int length = snprintf(start, sizeof start, "event: countdown\ndata: {\"now\":%ld,\"pad\":\"", second());
    int padding = bytes - length - 4;
    int size = sprintf(chunk, "%x\r\n%s", bytes, start);
    memset(chunk + size, 'x', padding);
    return size + padding + sprintf(chunk + size + padding, "\"}\n\n\r\n");
}

static void leave(int reader) {
    int last = readers[--count];
    readers[place[reader]] = last;
    place[last] = place[reader];
    place[reader] = -1;
    close(reader);
}

static void hear(int reader) {
    char request[4096];
    ssize_t got = recv(reader, request, sizeof request, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
        if (place[reader] >= 0) leave(reader);
        else close(reader);
    } else if (place[reader] < 0) {
        // A request comes in one piece here.
        send(reader, head, sizeof head - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        place[reader] = count;
        readers[count++] = reader;
    }
}

int main(int argc, char **argv) {
    int bytes = argc > 1 ? atoi(argv[1]) : 400;
    if (bytes < 64 || bytes > 60000) return fputs("floor: BYTES must be 64 to 60000\n", stderr), 64;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max < MOST ? limit.rlim_max : MOST;
    setrlimit(RLIMIT_NOFILE, &limit);
    memset(place, -1, sizeof place);

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1;
    if (bind(listener, (void *)&address, length) != 0 || listen(listener, 4096) != 0) fail("listen");
    getsockname(listener, (void *)&address, &length);
    int timer = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK), loop = epoll_create1(0);
    epoll_ctl(loop, EPOLL_CTL_ADD, listener, &(struct epoll_event){.events = EPOLLIN, .data.fd = listener});
    epoll_ctl(loop, EPOLL_CTL_ADD, timer, &(struct epoll_event){.events = EPOLLIN, .data.fd = timer});
    arm(timer);
    fprintf(stderr, "listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));

    static char chunk[MOST];
    struct epoll_event events[EVENTS];
    for (;;) {
        int ready = epoll_wait(loop, events, EVENTS, -1);
        for (int index = 0; index < ready; index++) {
            int descriptor = events[index].data.fd, reader;
            if (descriptor == timer) {
                unsigned long expirations;
                if (read(timer, &expirations, sizeof expirations) < 0) continue;
                arm(timer);
                int size = frame(chunk, bytes);
                for (int each = 0; each < count; each++) send(readers[each], chunk, size, MSG_DONTWAIT | MSG_NOSIGNAL);
            } else if (descriptor == listener) {
                while ((reader = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    setsockopt(reader, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                    epoll_ctl(loop, EPOLL_CTL_ADD, reader, &(struct epoll_event){.events = EPOLLIN, .data.fd = reader});
                }
            } else {
                hear(descriptor);
            }
        }
    }
}
