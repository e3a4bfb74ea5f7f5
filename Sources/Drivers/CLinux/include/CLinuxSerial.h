// Serial lines, pseudo-terminals, locks and child processes, as far as Swift cannot reach them by itself.
// Every function returns 0 or a count on success and a negative errno on failure.
#ifndef TRAMMEL_CLINUX_SERIAL_H
#define TRAMMEL_CLINUX_SERIAL_H

#include <sys/types.h>

// Opens a serial device without waiting for a carrier and without making it the controlling terminal; returns the
// descriptor.
int trammel_open_serial(const char *path);

// Refuses later opens of a serial device by anyone but root.
int trammel_make_exclusive(int fd);

// Opens a file for the sake of its lock, making it when it is not there and `create` is set; returns the descriptor.
int trammel_open_for_lock(const char *path, int create);

// Raw mode, 8 data bits, no parity, one stop bit, no flow control, 115200 baud, and both buffers thrown away.
int trammel_make_raw(int fd);

// Changes the speed of a serial line that was made raw, in both directions; -EINVAL for a speed that no driver knows.
int trammel_set_rate(int fd, int baud);

// Raises or drops DTR and RTS. A pseudo-terminal has neither: that is no failure.
int trammel_set_dtr(int fd, int raised);

// Takes an exclusive flock without waiting. When another process has it, -EWOULDBLOCK, and `holder` is that process's
// id where /proc/locks tells it, else 0.
int trammel_lock(int fd, pid_t *holder);

// Gives a flock back, also where a process that is just being started still has a copy of the descriptor.
void trammel_unlock(int fd);

// Opens a new pseudo-terminal pair, the slave raw; both close on exec. `name` takes the slave's path.
int trammel_open_pseudo_terminal(int *master, int *slave, char *name, int capacity);

// Starts `path` with `arguments` (ending in NULL) in a process group of its own: `channel` becomes its descriptors 0
// and 1, `log` its descriptor 2; all signals are unblocked and have their default actions. Returns the process id.
pid_t trammel_spawn_on_channel(const char *path, char *const arguments[], int channel, int log);

// Makes the calling process a helper: the kernel kills it when the thread that started it ends, and a crash of it is
// quick and quiet, with neither backtrace nor core file.
void trammel_become_helper(void);

// Kills a child that still runs and waits for its end: 0...255 for an exit, 1000 + signal for a signal.
int trammel_kill_and_reap(pid_t child);

// Whether a child that this process started has ended; it stays to be reaped.
int trammel_has_ended(pid_t child);

// A connected pair of stream sockets that close on exec.
int trammel_socket_pair(int *first, int *second);

// Sends to a socket without waiting and without SIGPIPE; returns the count.
ssize_t trammel_send(int fd, const void *bytes, size_t count);

#endif
