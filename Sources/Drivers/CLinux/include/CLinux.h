// What Glibc has and Swift cannot see: variadic calls, macros and a few headers.
#ifndef TRAMMEL_CLINUX_H
#define TRAMMEL_CLINUX_H

#include "CLinuxSerial.h"
#include "CLinuxProcess.h"
#include "CLinuxWaiting.h"

// Gives the calling thread a name of at most 15 characters, for debuggers and `top -H`.
void trammel_name_thread(const char *name);

#endif
