// What Glibc has and Swift cannot see: variadic calls, macros and a few headers.
#ifndef TRAMMEL_CLINUX_H
#define TRAMMEL_CLINUX_H

#include <stdint.h>

#include "CLinuxSerial.h"
#include "CLinuxNetwork.h"
#include "CLinuxProcess.h"
#include "CLinuxSocket.h"
#include "CLinuxWaiting.h"

// What the kernel says of a file. It is retyped here because which of Swift's modules of the system's headers has
// `struct stat` depends on the order in which they are built.
struct trammel_status {
    uint32_t mode;
    uint32_t owner;
    int64_t size;
    // Seconds since 1970.
    int64_t changed;
};

// Fills in what is at a path, of a link itself unless it is followed; -1 and errno where there is nothing.
int trammel_status_of_path(const char *path, int follows_links, struct trammel_status *status);

// The same of an open file.
int trammel_status_of_file(int file, struct trammel_status *status);

// Gives the calling thread a name of at most 15 characters, for debuggers and `top -H`.
void trammel_name_thread(const char *name);

// Keeps the calling thread on one processor, counted from 0; -1 where it may not.
int trammel_stay_on_processor(int number);

// Lets the calling thread run before all ordinary ones, at a real-time priority from 1 to 99. Returns 0, or the error
// number where the user may not do that (it needs root, CAP_SYS_NICE or a limit on rtprio).
int trammel_hurry_thread(int priority);

// Gives the calling thread back its ordinary priority.
void trammel_calm_thread(void);

#endif
