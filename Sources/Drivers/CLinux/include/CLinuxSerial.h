// Serial lines, pseudo-terminals, locks and child processes, where Swift cannot access them itself. Every function
// returns 0 or a count on success and a negative errno on failure.
#ifndef TRAMMEL_CLINUX_SERIAL_H
#define TRAMMEL_CLINUX_SERIAL_H

#include <sys/types.h>

// Opens a serial device without waiting for a carrier and without making it the controlling terminal; returns the
// descriptor.
int trammel_open_serial(const char *path);

// Refuses later opens of a serial device by anyone but root.
int trammel_make_exclusive(int fd);

// Opens a file for locking, creating it if it does not exist and `create` is set; returns the descriptor.
int trammel_open_for_lock(const char *path, int create);

// Sets raw mode, 8 data bits, no parity, one stop bit, no flow control and 115200 baud, and flushes both buffers.
int trammel_make_raw(int fd);

// Changes the speed of a raw serial line in both directions; -EINVAL for a speed that no driver supports.
int trammel_set_rate(int fd, int baud);

// Raises or drops DTR and RTS. Succeeds on a pseudo-terminal, which has neither.
int trammel_set_dtr(int fd, int raised);

// Takes an exclusive flock without blocking. If another process holds it, returns -EWOULDBLOCK, and `holder` is that
// process's id if /proc/locks shows it, else 0.
int trammel_lock(int fd, pid_t *holder);

// Releases a flock, even if a process that is just being started still has a copy of the descriptor.
void trammel_unlock(int fd);

// Opens a new pseudo-terminal pair with a raw slave; both are closed at exec. `name` receives the slave's path.
int trammel_open_pseudo_terminal(int *master, int *slave, char *name, int capacity);

// Starts `path` with `arguments` (ending in NULL) in a separate process group: `channel` becomes its descriptors 0
// and 1, `log` its descriptor 2; all signals are unblocked and have their default actions. Returns the process id.
pid_t trammel_spawn_on_channel(const char *path, char *const arguments[], int channel, int log);

// Makes the calling process a helper: the kernel kills it when the thread that started it ends, and it crashes
// quickly and quietly, with neither backtrace nor core file.
void trammel_become_helper(void);

// Kills a child that is still running and waits for its end; returns 0...255 for an exit, 1000 + signal for a signal.
int trammel_kill_and_reap(pid_t child);

// Returns whether a child of this process has ended, without reaping it.
int trammel_has_ended(pid_t child);

// Creates a connected pair of stream sockets that are closed at exec.
int trammel_socket_pair(int *first, int *second);

// Sends to a socket without blocking and without SIGPIPE; returns the count.
ssize_t trammel_send(int fd, const void *bytes, size_t count);

#endif
