#define _GNU_SOURCE
#include "CLinux.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int listen_here(const char *host, uint16_t *port) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    struct sockaddr_storage place = {0};
    int on = 1;
    if (getaddrinfo(host, NULL, &hints, &found) != 0) {
        errno = EINVAL;
        return -1;
    }
    socklen_t size = found->ai_addrlen;
    int family = found->ai_family;
    memcpy(&place, found->ai_addr, size);
    freeaddrinfo(found);
    in_port_t *number = family == AF_INET ? &((struct sockaddr_in *)&place)->sin_port
                                          : &((struct sockaddr_in6 *)&place)->sin6_port;
    *number = htons(*port);
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, (struct sockaddr *)&place, size) == 0 && listen(fd, 8) == 0 &&
        getsockname(fd, (struct sockaddr *)&place, &size) == 0) {
        *port = ntohs(*number);
        return fd;
    }
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

int trammel_listen(const char *network, const char *host, uint16_t *port) {
    if (network == NULL) return listen_here(host, port);
    int home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    if (home < 0) return -1;
    int fd = -1;
    if (trammel_enter_network(network) == 0) {
        fd = listen_here(host, port);
        int error = errno;
        // A thread left in the wrong namespace would do everything else there too.
        if (setns(home, CLONE_NEWNET) != 0) abort();
        errno = error;
    }
    int error = errno;
    close(home);
    errno = error;
    return fd;
}

int trammel_accept_stream(int fd) {
    int on = 1;
    int link = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (link >= 0) setsockopt(link, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return link;
}

int trammel_deafen(int fd, int deaf) {
    // A filter sees a segment from its TCP header on; byte 13 holds the flags, and 4 is RST.
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 4, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0xFFFF),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    int nothing = 0;
    if (deaf) return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
    return setsockopt(fd, SOL_SOCKET, SO_DETACH_FILTER, &nothing, sizeof nothing);
}

void trammel_close_in_silence(int fd) {
    int on = 1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_REPAIR, &on, sizeof on) != 0) trammel_close_by_reset(fd);
}

void trammel_close_by_reset(int fd) {
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

int trammel_unacknowledged(int fd) {
    int count = 0;
    return ioctl(fd, SIOCOUTQ, &count) == 0 ? count : -1;
}

static int is_same_host(const struct sockaddr *one, const struct sockaddr *other) {
    if (!one || one->sa_family != other->sa_family) return 0;
    if (one->sa_family == AF_INET)
        return ((const struct sockaddr_in *)one)->sin_addr.s_addr == ((const struct sockaddr_in *)other)->sin_addr.s_addr;
    return memcmp(&((const struct sockaddr_in6 *)one)->sin6_addr, &((const struct sockaddr_in6 *)other)->sin6_addr,
                  sizeof(struct in6_addr)) == 0;
}

// Finds the address that this host would send from.
static int find_own_address(const char *host, struct sockaddr_storage *own) {
    struct addrinfo wanted = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_DGRAM}, *found = NULL;
    socklen_t size = sizeof *own;
    int error = 0;
    // An address whose interface does not exist is no longer an address.
    if (getaddrinfo(host, "9", &wanted, &found) != 0) return ENETUNREACH;
    int fd = socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    // Connecting a datagram socket sends nothing, but looks up the route.
    if (fd < 0 || connect(fd, found->ai_addr, found->ai_addrlen) != 0 ||
        getsockname(fd, (struct sockaddr *)own, &size) != 0)
        error = errno;
    if (fd >= 0) close(fd);
    freeaddrinfo(found);
    return error;
}

int trammel_find_way(const char *host, char *interface, int capacity) {
    struct sockaddr_storage own;
    struct ifaddrs *list = NULL;
    const unsigned int working = IFF_UP | IFF_RUNNING;
    int error = host ? find_own_address(host, &own) : 0;
    if (capacity > 0) interface[0] = 0;
    if (error) return error;
    if (getifaddrs(&list) != 0) return errno;
    // The address of an interface that no longer exists is not a route.
    error = ENETUNREACH;
    for (struct ifaddrs *entry = list; entry; entry = entry->ifa_next) {
        if (host ? !is_same_host(entry->ifa_addr, (struct sockaddr *)&own)
                 : !entry->ifa_addr || (entry->ifa_flags & IFF_LOOPBACK) ||
                       (entry->ifa_addr->sa_family != AF_INET && entry->ifa_addr->sa_family != AF_INET6))
            continue;
        if (capacity > 0) {
            strncpy(interface, entry->ifa_name, capacity - 1);
            interface[capacity - 1] = 0;
        }
        error = (entry->ifa_flags & working) == working ? 0 : ENETDOWN;
        if (error == 0) break;
    }
    freeifaddrs(list);
    return error;
}

// An address whose uniqueness the kernel is still checking (RFC 4862, section 5.4) cannot be listened on.
static int can_listen_on(const struct sockaddr *address, socklen_t size) {
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return 0;
    int can = bind(fd, address, size) == 0;
    close(fd);
    return can;
}

int trammel_find_addresses(const char *interface, char *addresses, int capacity) {
    const unsigned int working = IFF_UP | IFF_RUNNING;
    const int families[] = {AF_INET, AF_INET6};
    struct ifaddrs *list = NULL;
    int used = 0, error = ENODEV;
    if (capacity > 0) addresses[0] = 0;
    if (getifaddrs(&list) != 0) return errno;
    for (int family = 0; family < 2; family++)
        for (struct ifaddrs *entry = list; entry; entry = entry->ifa_next) {
            if (strcmp(entry->ifa_name, interface) != 0) continue;
            error = (entry->ifa_flags & working) == working ? 0 : ENETDOWN;
            if (error || !entry->ifa_addr || entry->ifa_addr->sa_family != families[family]) continue;
            char text[NI_MAXHOST];
            socklen_t size = families[family] == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
            if (!can_listen_on(entry->ifa_addr, size) ||
                getnameinfo(entry->ifa_addr, size, text, sizeof text, NULL, 0, NI_NUMERICHOST) != 0)
                continue;
            int length = (int)strlen(text);
            if (used + length + 2 > capacity) break;
            memcpy(addresses + used, text, length);
            addresses[used + length] = '\n';
            used += length + 1;
            addresses[used] = 0;
        }
    freeifaddrs(list);
    return error;
}

int trammel_look_up(const char *host, char *addresses, int capacity) {
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int used = 0;
    int failure = getaddrinfo(host, NULL, &wanted, &found);
    if (failure != 0) return failure;
    for (struct addrinfo *entry = found; entry; entry = entry->ai_next) {
        char text[NI_MAXHOST];
        if (getnameinfo(entry->ai_addr, entry->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST) != 0) continue;
        int length = (int)strlen(text);
        if (used + length + 2 > capacity) break;
        memcpy(addresses + used, text, length);
        addresses[used + length] = '\n';
        used += length + 1;
    }
    addresses[used] = 0;
    freeaddrinfo(found);
    return 0;
}

int trammel_enter_network(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    int status = setns(fd, CLONE_NEWNET);
    int error = errno;
    close(fd);
    errno = error;
    return status;
}

int trammel_open_tap(uint16_t port, int room) {
    // The filter sees a packet from its IP header on.
    struct sock_filter code[] = {
        /*  0 */ BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 0),
        /*  1 */ BPF_STMT(BPF_ALU | BPF_RSH | BPF_K, 4),
        /*  2 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 6, 10, 0),
        /*  3 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 4, 0, 15),
        /*  4 */ BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 9),
        /*  5 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_UDP, 0, 13),
        /*  6 */ BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 6),
        /*  7 */ BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x1FFF, 11, 0),
        /*  8 */ BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),
        /*  9 */ BPF_STMT(BPF_LD | BPF_H | BPF_IND, 0),
        /* 10 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, port, 9, 0),
        /* 11 */ BPF_STMT(BPF_LD | BPF_H | BPF_IND, 2),
        /* 12 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, port, 7, 6),
        /* 13 */ BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 6),
        /* 14 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, IPPROTO_UDP, 0, 4),
        /* 15 */ BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 40),
        /* 16 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, port, 3, 0),
        /* 17 */ BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 42),
        /* 18 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, port, 1, 0),
        /* 19 */ BPF_STMT(BPF_RET | BPF_K, 0),
        /* 20 */ BPF_STMT(BPF_RET | BPF_K, 0x40000),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    int on = 1;
    // Bound to no protocol, it receives nothing until the filter is in place.
    int fd = socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    struct sockaddr_ll everything = {.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL)};
    if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) != 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0 &&
        setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) == 0 &&
        bind(fd, (struct sockaddr *)&everything, sizeof everything) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

int trammel_receive_tapped(int fd, void *buffer, int capacity, struct trammel_tapped *about) {
    struct sockaddr_ll place = {0};
    struct iovec part = {buffer, (size_t)capacity};
    union {
        char bytes[CMSG_SPACE(sizeof(struct timespec)) + 64];
        struct cmsghdr alignment;
    } control;
    struct msghdr message = {.msg_name = &place, .msg_namelen = sizeof place, .msg_iov = &part, .msg_iovlen = 1,
                             .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t count = recvmsg(fd, &message, MSG_TRUNC | MSG_DONTWAIT);
    if (count < 0) return -1;
    memset(about, 0, sizeof *about);
    about->interface = (uint32_t)place.sll_ifindex;
    about->outgoing = place.sll_pkttype == PACKET_OUTGOING;
    about->length = (int32_t)count;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_TIMESTAMPNS) continue;
        struct timespec time;
        memcpy(&time, CMSG_DATA(head), sizeof time);
        about->seconds = time.tv_sec;
        about->nanoseconds = time.tv_nsec;
    }
    return count < capacity ? (int)count : capacity;
}

uint32_t trammel_tap_lost(int fd) {
    struct tpacket_stats stats = {0};
    socklen_t size = sizeof stats;
    return getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &stats, &size) == 0 ? stats.tp_drops : 0;
}
