#define _GNU_SOURCE
#include "CLinux.h"
#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/timex.h>

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

int trammel_clock_is_synchronised(void) {
    struct timex clock = {0};
    if (adjtimex(&clock) < 0) return -1;
    return (clock.status & STA_UNSYNC) == 0;
}

static int told(int result, const struct stat *found, struct trammel_status *status) {
    if (result != 0) return -1;
    status->mode = found->st_mode;
    status->owner = found->st_uid;
    status->size = found->st_size;
    status->changed = found->st_mtim.tv_sec;
    return 0;
}

int trammel_status_of_path(const char *path, int follows_links, struct trammel_status *status) {
    struct stat found;
    return told(follows_links ? stat(path, &found) : lstat(path, &found), &found, status);
}

int trammel_status_of_file(int file, struct trammel_status *status) {
    struct stat found;
    return told(fstat(file, &found), &found, status);
}
