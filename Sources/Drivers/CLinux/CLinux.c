#define _GNU_SOURCE
#include "CLinux.h"
#include <pthread.h>
#include <sched.h>

int trammel_hurry_thread(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    return pthread_setschedparam(pthread_self(), SCHED_RR | SCHED_RESET_ON_FORK, &parameters);
}

void trammel_calm_thread(void) {
    struct sched_param parameters = {.sched_priority = 0};
    pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters);
}

int trammel_stay_on_processor(int number) {
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(number, &processors);
    return sched_setaffinity(0, sizeof processors, &processors);
}

void trammel_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
