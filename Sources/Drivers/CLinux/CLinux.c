#define _GNU_SOURCE
#include "CLinux.h"
#include <pthread.h>

void trammel_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
