#define _GNU_SOURCE
#include "CLinuxProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

enum { highest_spawn_descriptor = 32, signal_slots = 8 };

__attribute__((noreturn)) static void report_and_exit(int report) {
    int error = errno;
    ssize_t ignored = write(report, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

// Runs in the child, in the parent's memory: only calls that are safe after vfork in a multithreaded program.
__attribute__((noinline, noreturn))
static void become(const char *path, char *const arguments[], char *const environment[], const int *descriptors,
                   int count, pid_t parent, int report) {
    int moved[highest_spawn_descriptor];
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) report_and_exit(report);
    if (getppid() != parent) _exit(127);
    report = fcntl(report, F_DUPFD_CLOEXEC, highest_spawn_descriptor);
    for (int i = 0; i < count; i++) {
        moved[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, highest_spawn_descriptor);
        if (moved[i] < 0) report_and_exit(report);
    }
    for (int i = 0; i < count; i++) {
        if (dup2(moved[i], i) < 0) report_and_exit(report);
    }
    // CLOSE_RANGE_CLOEXEC: everything else is closed at exec, including the report.
    syscall(SYS_close_range, count, ~0U, 4);
    execve(path, arguments, environment);
    report_and_exit(report);
}

int trammel_spawn(const char *path, char *const arguments[], char *const environment[], const int *descriptors,
                  int count, pid_t *child) {
    int report[2];
    if (count < 0 || count > highest_spawn_descriptor) return EINVAL;
    if (pipe2(report, O_CLOEXEC) != 0) return errno;
    pid_t parent = getpid();
    // The child borrows this memory until exec: copying a large program's tables, and faulting in each page again
    // afterwards, takes an emulated processor tens of milliseconds. None of our handlers may run there.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t identifier = vfork();
    if (identifier == 0) become(path, arguments, environment, descriptors, count, parent, report[1]);
    int error = identifier < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (identifier > 0) {
        ssize_t got;
        do got = read(report[0], &error, sizeof error);
        while (got < 0 && errno == EINTR);
        if (got == (ssize_t)sizeof error) waitpid(identifier, NULL, 0);
        else error = 0;
        *child = identifier;
    }
    close(report[0]);
    return error;
}

int trammel_open_process(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

int trammel_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

#if defined(__x86_64__)
// Reads the counter and the clock at the same moment: the quickest of several readings is used.
static long long read_together(unsigned long long *counter, long long *clock) {
    long long shortest = -1;
    for (int look = 0; look < 8; look++) {
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC_RAW, &before);
        unsigned long long now = __rdtsc();
        clock_gettime(CLOCK_MONOTONIC_RAW, &after);
        long long begin = before.tv_sec * 1000000000LL + before.tv_nsec;
        long long taken = after.tv_sec * 1000000000LL + after.tv_nsec - begin;
        if (shortest >= 0 && taken >= shortest) continue;
        shortest = taken;
        *counter = now;
        *clock = begin + taken / 2;
    }
    return shortest;
}

unsigned int trammel_counter_kilohertz(void) {
    unsigned long long first, last;
    long long start, end;
    struct timespec pause = {.tv_nsec = 20000000};
    // A reading is worthless if the processor was given to another program in the middle of it.
    if (read_together(&first, &start) > 20000) return 0;
    nanosleep(&pause, NULL);
    if (read_together(&last, &end) > 20000) return 0;
    if (end - start < 10000000 || last <= first) return 0;
    return (unsigned int)((double)(last - first) * 1e6 / (double)(end - start) + 0.5);
}
#else
unsigned int trammel_counter_kilohertz(void) { return 0; }
#endif

int trammel_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int trammel_seal_growth(int file) { return fcntl(file, F_ADD_SEALS, F_SEAL_GROW); }

static _Atomic int listener = -1;
static int caught[signal_slots];
static struct sigaction earlier[signal_slots];
static int caught_count;

static void note_signal(int number) {
    int error = errno;
    int descriptor = atomic_load(&listener);
    unsigned char byte = (unsigned char)number;
    if (descriptor >= 0) {
        ssize_t ignored = write(descriptor, &byte, 1);
        (void)ignored;
    }
    errno = error;
}

int trammel_catch_signals(const int *signals, int count, int descriptor) {
    int nobody = -1;
    if (count < 0 || count > signal_slots) return -1;
    if (!atomic_compare_exchange_strong(&listener, &nobody, descriptor)) return -1;
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    caught_count = count;
    for (int i = 0; i < count; i++) {
        caught[i] = signals[i];
        sigaction(signals[i], &action, &earlier[i]);
    }
    return 0;
}

void trammel_release_signals(void) {
    for (int i = 0; i < caught_count; i++) sigaction(caught[i], &earlier[i], NULL);
    caught_count = 0;
    atomic_store(&listener, -1);
}

int trammel_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}
