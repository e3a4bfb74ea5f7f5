#define _GNU_SOURCE
#include "CLinuxSerial.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

int trammel_open_serial(const char *path) {
    int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -errno;
    if (isatty(fd)) return fd;
    close(fd);
    return -ENOTTY;
}

int trammel_make_exclusive(int fd) { return ioctl(fd, TIOCEXCL) < 0 ? -errno : 0; }

int trammel_open_for_lock(const char *path, int create) {
    int flags = create ? O_RDWR | O_CREAT | O_NOFOLLOW : O_RDONLY | O_NOCTTY | O_NONBLOCK;
    int fd = open(path, flags | O_CLOEXEC, 0666);
    return fd < 0 ? -errno : fd;
}

int trammel_make_raw(int fd) {
    struct termios mode;
    if (tcgetattr(fd, &mode) < 0) return -errno;
    cfmakeraw(&mode);
    mode.c_cflag |= CLOCAL | CREAD | CS8 | HUPCL;
    mode.c_cflag &= ~(tcflag_t)(CSTOPB | PARENB | CRTSCTS);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    cfsetispeed(&mode, B115200);
    cfsetospeed(&mode, B115200);
    if (tcsetattr(fd, TCSANOW, &mode) < 0) return -errno;
    return tcflush(fd, TCIOFLUSH) < 0 ? -errno : 0;
}

static const struct {
    int baud;
    speed_t speed;
} rates[] = {
    {9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},   {115200, B115200},
    {230400, B230400}, {460800, B460800}, {500000, B500000}, {921600, B921600}, {1000000, B1000000},
};

int trammel_set_rate(int fd, int baud) {
    struct termios mode;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        if (rates[i].baud != baud) continue;
        if (tcgetattr(fd, &mode) < 0) return -errno;
        cfsetispeed(&mode, rates[i].speed);
        cfsetospeed(&mode, rates[i].speed);
        return tcsetattr(fd, TCSANOW, &mode) < 0 ? -errno : 0;
    }
    return -EINVAL;
}

int trammel_set_dtr(int fd, int raised) {
    int lines = TIOCM_DTR | TIOCM_RTS;
    if (ioctl(fd, raised ? TIOCMBIS : TIOCMBIC, &lines) == 0) return 0;
    return errno == ENOTTY || errno == EINVAL ? 0 : -errno;
}

static pid_t lock_holder(int fd) {
    struct stat file;
    FILE *locks = fopen("/proc/locks", "re");
    if (!locks) return 0;
    char line[256];
    pid_t holder = 0;
    while (fstat(fd, &file) == 0 && fgets(line, sizeof line, locks)) {
        int pid;
        unsigned major_id, minor_id;
        unsigned long long inode;
        if (sscanf(line, "%*d: FLOCK %*s %*s %d %x:%x:%llu", &pid, &major_id, &minor_id, &inode) == 4 &&
            inode == file.st_ino && major_id == major(file.st_dev) && minor_id == minor(file.st_dev)) {
            holder = pid;
            break;
        }
    }
    fclose(locks);
    return holder;
}

int trammel_lock(int fd, pid_t *holder) {
    *holder = 0;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return 0;
    int error = errno;
    if (error == EWOULDBLOCK) *holder = lock_holder(fd);
    return -error;
}

void trammel_unlock(int fd) { flock(fd, LOCK_UN); }

int trammel_open_pseudo_terminal(int *master, int *slave, char *name, int capacity) {
    int error = 0;
    *slave = -1;
    *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (*master < 0) return -errno;
    if (grantpt(*master) < 0 || unlockpt(*master) < 0) error = errno;
    if (!error) error = ptsname_r(*master, name, (size_t)capacity);
    if (!error && (*slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0) error = errno;
    if (!error) error = -trammel_make_raw(*slave);
    if (error) {
        if (*slave >= 0) close(*slave);
        close(*master);
    }
    return -error;
}

pid_t trammel_spawn_on_channel(const char *path, char *const arguments[], int channel, int log) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    pid_t child = 0;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return -error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return -error;
    }
    error = posix_spawn_file_actions_adddup2(&actions, channel, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, channel, 1);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, log, 2);
    if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
    if (!error)
        error = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    if (!error) error = posix_spawn(&child, path, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error ? -error : child;
}

void trammel_become_helper(void) {
    const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGQUIT};
    const struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) signal(crashes[index], SIG_DFL);
}

int trammel_kill_and_reap(pid_t child) {
    int raw = 0;
    kill(child, SIGKILL);
    while (waitpid(child, &raw, 0) < 0)
        if (errno != EINTR) return -errno;
    return WIFSIGNALED(raw) ? 1000 + WTERMSIG(raw) : WEXITSTATUS(raw);
}

int trammel_has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == child;
}

int trammel_socket_pair(int *first, int *second) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
    *first = ends[0];
    *second = ends[1];
    return 0;
}

ssize_t trammel_send(int fd, const void *bytes, size_t count) {
    ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent < 0 ? -errno : sent;
}
