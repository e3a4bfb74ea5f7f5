// Waking and waiting: what Glibc has in headers that Swift cannot import.
#ifndef TRAMMEL_CLINUX_WAITING_H
#define TRAMMEL_CLINUX_WAITING_H

#include <poll.h>
#include <stdint.h>

// A non-blocking, close-on-exec event descriptor; -1 and errno on failure.
int trammel_eventfd(void);

// poll with a time limit in nanoseconds; a negative limit waits without end. Returns as poll does.
int trammel_poll(struct pollfd *entries, unsigned int count, int64_t limit);

// A number that threads can wait on. Everything here may be called from any thread, and a signal handler may bump.
struct trammel_gate;
struct trammel_gate *trammel_gate_new(void);
void trammel_gate_free(struct trammel_gate *gate);
uint32_t trammel_gate_value(struct trammel_gate *gate);

// Adds one to the number and wakes who waits; makes no system call when nobody does.
void trammel_gate_bump(struct trammel_gate *gate);

// Sleeps while the number is still `value`, at most until CLOCK_MONOTONIC shows `deadline` nanoseconds
// (INT64_MAX: no limit). May return early.
void trammel_gate_wait(struct trammel_gate *gate, uint32_t value, int64_t deadline);

#endif
