#define _GNU_SOURCE
#include "CLinuxWaiting.h"
#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct trammel_gate {
    _Atomic uint32_t number;
    _Atomic uint32_t sleepers;
};

static struct timespec from_nanoseconds(int64_t value) {
    struct timespec time = {.tv_sec = value / 1000000000, .tv_nsec = value % 1000000000};
    return time;
}

int trammel_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int trammel_poll(struct pollfd *entries, unsigned int count, int64_t limit) {
    if (limit < 0) return ppoll(entries, count, NULL, NULL);
    struct timespec time = from_nanoseconds(limit);
    return ppoll(entries, count, &time, NULL);
}

struct trammel_gate *trammel_gate_new(void) { return calloc(1, sizeof(struct trammel_gate)); }

void trammel_gate_free(struct trammel_gate *gate) { free(gate); }

uint32_t trammel_gate_value(struct trammel_gate *gate) { return atomic_load(&gate->number); }

void trammel_gate_bump(struct trammel_gate *gate) {
    int saved = errno;
    atomic_fetch_add(&gate->number, 1);
    if (atomic_load(&gate->sleepers) != 0)
        syscall(SYS_futex, &gate->number, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
    errno = saved;
}

void trammel_gate_wait(struct trammel_gate *gate, uint32_t value, int64_t deadline) {
    struct timespec time = from_nanoseconds(deadline < 0 ? 0 : deadline);
    atomic_fetch_add(&gate->sleepers, 1);
    syscall(SYS_futex, &gate->number, FUTEX_WAIT_BITSET_PRIVATE, value, deadline == INT64_MAX ? NULL : &time, NULL,
            FUTEX_BITSET_MATCH_ANY);
    atomic_fetch_sub(&gate->sleepers, 1);
}
