// Parts of Glibc that Swift cannot import: variadic calls, macros and a few headers.
#ifndef TRAMMEL_CLINUX_H
#define TRAMMEL_CLINUX_H

#include <stdint.h>

#include "CLinuxSerial.h"
#include "CLinuxNetwork.h"
#include "CLinuxProcess.h"
#include "CLinuxSocket.h"
#include "CLinuxWaiting.h"

// A file's status according to the kernel. It is redeclared here because which of Swift's modules of the system
// headers contains `struct stat` depends on the order in which they are built.
struct trammel_status {
    uint32_t mode;
    uint32_t owner;
    int64_t size;
    // Seconds since 1970.
    int64_t changed;
};

// Reads the status of a path, of a link itself unless it is followed; returns -1 and errno if there is nothing.
int trammel_status_of_path(const char *path, int follows_links, struct trammel_status *status);

// Reads the status of an open file.
int trammel_status_of_file(int file, struct trammel_status *status);

// Gives the calling thread a name of at most 15 characters, for debuggers and `top -H`.
void trammel_name_thread(const char *name);

// Pins the calling thread to one processor, counted from 0; returns -1 if that is not permitted.
int trammel_stay_on_processor(int number);

// Runs the calling thread before all ordinary ones, at a real-time priority from 1 to 99. Returns 0, or the error
// number if the user lacks the permission (root, CAP_SYS_NICE or a limit on rtprio).
int trammel_hurry_thread(int priority);

// Whether the kernel's wall clock is synchronised (adjtimex without STA_UNSYNC); -1 if the kernel cannot be asked.
int trammel_clock_is_synchronised(void);

// Restores the calling thread's ordinary priority.
void trammel_calm_thread(void);

#endif
