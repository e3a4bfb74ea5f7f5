// Starting a child that cannot outlive this process, and receiving signals as bytes.
#ifndef TRAMMEL_CLINUX_PROCESS_H
#define TRAMMEL_CLINUX_PROCESS_H

#include <sys/types.h>

// Starts `path` in a separate process group. `descriptors[i]` becomes descriptor i of the child, which gets no other.
// The child is killed when the calling thread ends. Returns 0 or the error number of the call that failed.
int trammel_spawn(const char *path, char *const arguments[], char *const environment[], const int *descriptors,
                  int count, pid_t *child);

// Returns a descriptor that becomes readable when the child ends, or -1 with errno set.
int trammel_open_process(pid_t child);

// Creates a pipe whose ends are closed at exec; returns 0, or -1 with errno set.
int trammel_pipe(int ends[2]);

// Returns an anonymous file in memory, or -1 with errno set.
int trammel_memory_file(const char *name);

// Keeps such a file from growing any further. Returns -1 with errno set if that fails.
int trammel_seal_growth(int file);

// Returns the frequency of the processor's time stamp counter in kilohertz, measured for 20 ms; 0 if unknown.
unsigned int trammel_counter_kilohertz(void);


// From now on each of the signals writes its number as one byte to `descriptor`; returns 0, or -1 if that is already
// active.
int trammel_catch_signals(const int *signals, int count, int descriptor);

// Restores the signals' earlier handlers.
void trammel_release_signals(void);

// Reads the size of the terminal behind `descriptor`; returns 0, or -1 if there is none.
int trammel_terminal_size(int descriptor, int *columns, int *rows);

#endif
