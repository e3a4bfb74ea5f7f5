// TCP of a simulated accessory on this host, and the way to a real one: macros, options and lists that Swift cannot see.
#ifndef TRAMMEL_CLINUX_NETWORK_H
#define TRAMMEL_CLINUX_NETWORK_H

#include <stdint.h>

// Listens on an address in numbers without waiting, closed in programs that are started: in the network namespace of
// that file, or in this one. Port 0 has the kernel choose one, which `port` then holds. The descriptor, or -1 and errno.
int trammel_listen(const char *network, const char *host, uint16_t *port);

// Takes the next connection of a listening socket without waiting; it sends at once what is written. The descriptor,
// or -1 and errno.
int trammel_accept_stream(int fd);

// Has a TCP socket hear nothing any more but a reset, and acknowledge nothing; 0 has it hear again. 0, or -1 and errno.
int trammel_deafen(int fd, int deaf);

// Has the close that follows tell the other side nothing; without the right to that it resets the connection.
void trammel_close_in_silence(int fd);

// Has the close that follows reset the connection.
void trammel_close_by_reset(int fd);

// How many bytes of a TCP socket the other side has not acknowledged, sent or not. -1 and errno where there is none.
int trammel_unacknowledged(int fd);

// Asks the kernel for the way to an address in numbers; null asks for any way out of this host. 0, or an error number:
// ENETUNREACH where there is none, ENETDOWN where the interface does not work, whose name is then in `interface`.
int trammel_find_way(const char *host, char *interface, int capacity);

// The addresses of an interface on which a socket can listen now, in numbers, a line each, IPv4 first; a link-local one
// has the interface's name behind a %. 0, or an error number: ENODEV where there is no such interface, ENETDOWN where it
// does not work.
int trammel_find_addresses(const char *interface, char *addresses, int capacity);

// Looks a host's name up: its addresses in numbers, a line each. 0, or what gai_strerror() explains.
int trammel_look_up(const char *host, char *addresses, int capacity);

// Moves the calling thread, and those that it starts from then on, into a network namespace by the path of its file.
// 0, or -1 and errno.
int trammel_enter_network(const char *path);

// What is known of a packet that a tap heard.
struct trammel_tapped {
    // The kernel's number of the interface.
    uint32_t interface;
    // Whether this host sent it.
    int32_t outgoing;
    // The wall clock when the kernel had it; 0 and 0 where the kernel does not say.
    int64_t seconds;
    int64_t nanoseconds;
    // How many bytes it had, from its IP header on.
    int32_t length;
};

// Hears, without waiting, every UDP packet from or to a port on all interfaces, IPv4 and IPv6, from its IP header on.
// Fragments behind the first are left out. `room` is how many bytes may wait in the kernel. Needs CAP_NET_RAW. The
// descriptor, or -1 and errno.
int trammel_open_tap(uint16_t port, int room);

// Takes the next packet, as far as the buffer goes: how many bytes it took, or -1 and errno, EAGAIN where none waits.
int trammel_receive_tapped(int fd, void *buffer, int capacity, struct trammel_tapped *about);

// How many packets the kernel had no room for since it was asked last; 0 where it does not say.
uint32_t trammel_tap_lost(int fd);

#endif
