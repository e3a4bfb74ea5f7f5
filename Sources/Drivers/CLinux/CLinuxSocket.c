#define _GNU_SOURCE
#include "CLinux.h"
#include <linux/filter.h>
#include <linux/sock_diag.h>
#include <string.h>
#include <sys/uio.h>

int trammel_accept(int fd, struct sockaddr *address, socklen_t *size) {
    return accept4(fd, address, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int trammel_stamp_datagrams(int fd) {
    int on = 1;
    return setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

ssize_t trammel_receive_stamped(int fd, void *bytes, size_t capacity, struct timespec *stamp) {
    union {
        struct cmsghdr alignment;
        char bytes[256];
    } control;
    struct iovec part = {bytes, capacity};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    memset(stamp, 0, sizeof *stamp);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    ssize_t count = recvmsg(fd, &message, MSG_DONTWAIT | MSG_TRUNC);
    if (count < 0) return count;
    for (struct cmsghdr *item = CMSG_FIRSTHDR(&message); item; item = CMSG_NXTHDR(&message, item))
        if (item->cmsg_level == SOL_SOCKET && item->cmsg_type == SO_TIMESTAMPNS)
            memcpy(stamp, CMSG_DATA(item), sizeof *stamp);
    return count;
}

unsigned int trammel_dropped_datagrams(int fd) {
    unsigned int values[SK_MEMINFO_VARS] = {0};
    socklen_t size = sizeof values;
    if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, values, &size) != 0) return 0;
    return size >= (SK_MEMINFO_DROPS + 1) * sizeof values[0] ? values[SK_MEMINFO_DROPS] : 0;
}

void trammel_widen_receiving(int fd, int bytes) {
    if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
}

int trammel_receive_only(int fd, unsigned short number) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number & 0xFF, 0, 3),
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 1),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number >> 8, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0xFFFFFFFF),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}
