// Starting a child that cannot outlive us, and hearing signals as bytes.
#ifndef TRAMMEL_CLINUX_PROCESS_H
#define TRAMMEL_CLINUX_PROCESS_H

#include <sys/types.h>

// Starts `path` in a process group of its own. `descriptors[i]` becomes descriptor i of the child, which gets no
// other. The child is killed when the calling thread ends. Returns 0 or the error number of the call that failed.
int trammel_spawn(const char *path, char *const arguments[], char *const environment[], const int *descriptors,
                  int count, pid_t *child);

// A descriptor that becomes readable when the child ends, or -1 with errno set.
int trammel_open_process(pid_t child);

// A pipe whose ends are closed at exec: 0, or -1 with errno set.
int trammel_pipe(int ends[2]);

// An anonymous file in memory, or -1 with errno set.
int trammel_memory_file(const char *name);

// How many thousand times a second the processor's counter of time stamps counts, measured for 20 ms; 0 for unknown.
unsigned int trammel_counter_kilohertz(void);


// From now on each of the signals writes its number as one byte to `descriptor`; 0, or -1 when that is done already.
int trammel_catch_signals(const int *signals, int count, int descriptor);

// Gives the signals their earlier handlers back.
void trammel_release_signals(void);

// The size of the terminal behind `descriptor`; 0, or -1 where there is none.
int trammel_terminal_size(int descriptor, int *columns, int *rows);

#endif
