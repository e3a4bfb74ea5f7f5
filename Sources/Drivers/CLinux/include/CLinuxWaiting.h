// Waking and waiting: parts of Glibc in headers that Swift cannot import.
#ifndef TRAMMEL_CLINUX_WAITING_H
#define TRAMMEL_CLINUX_WAITING_H

#include <poll.h>
#include <stdint.h>

// Returns a non-blocking, close-on-exec event descriptor, or -1 and errno.
int trammel_eventfd(void);

// Polls with a time limit in nanoseconds; a negative limit waits forever. Returns like poll.
int trammel_poll(struct pollfd *entries, unsigned int count, int64_t limit);

// A number that threads can wait on. All functions may be called from any thread, and bump from a signal handler too.
struct trammel_gate;
struct trammel_gate *trammel_gate_new(void);
void trammel_gate_free(struct trammel_gate *gate);
uint32_t trammel_gate_value(struct trammel_gate *gate);

// Increments the number and wakes waiting threads; makes no system call if there are none.
void trammel_gate_bump(struct trammel_gate *gate);

// Sleeps while the number equals `value`, at most until CLOCK_MONOTONIC shows `deadline` nanoseconds (INT64_MAX: no
// limit). May return early.
void trammel_gate_wait(struct trammel_gate *gate, uint32_t value, int64_t deadline);

#endif
