// TCP of a simulated accessory on this host, and the route to a real one: macros, options and lists that Swift cannot
// import.
#ifndef TRAMMEL_CLINUX_NETWORK_H
#define TRAMMEL_CLINUX_NETWORK_H

#include <stdint.h>

// Listens on a numeric address with a non-blocking socket that is closed in child programs, in the network namespace
// of the file `network` or, if that is null, in the current one. With port 0 the kernel chooses one, which is stored
// in `port`. Returns the descriptor, or -1 and errno.
int trammel_listen(const char *network, const char *host, uint16_t *port);

// Accepts a listening socket's next connection without blocking; writes on it are sent immediately. Returns the
// descriptor, or -1 and errno.
int trammel_accept_stream(int fd);

// Makes a TCP socket receive nothing but a reset and acknowledge nothing; with 0, it receives again. Returns 0, or -1
// and errno.
int trammel_deafen(int fd, int deaf);

// Makes the following close silent for the other side; without the right to do that, it resets the connection.
void trammel_close_in_silence(int fd);

// Makes the following close reset the connection.
void trammel_close_by_reset(int fd);

// Returns the number of a TCP socket's bytes that the other side has not acknowledged, sent or not, or -1 and errno.
int trammel_unacknowledged(int fd);

// Asks the kernel for the route to a numeric address, or for any route out of this host if it is null. Returns 0, or
// an error number: ENETUNREACH if there is none, ENETDOWN if the interface named in `interface` does not work.
int trammel_find_way(const char *host, char *interface, int capacity);

// Finds the numeric addresses of an interface on which a socket can listen now, one per line, IPv4 first; a
// link-local one has the interface's name after a %. Returns 0, or an error number: ENODEV if there is no such
// interface, ENETDOWN if it does not work.
int trammel_find_addresses(const char *interface, char *addresses, int capacity);

// Resolves a host's name to its numeric addresses, one per line. Returns 0, or a code for gai_strerror().
int trammel_look_up(const char *host, char *addresses, int capacity);

// Moves the calling thread, and threads it starts afterwards, into a network namespace given by the path of its file.
// Returns 0, or -1 and errno.
int trammel_enter_network(const char *path);

// The metadata of a packet received by a tap.
struct trammel_tapped {
    // The kernel's index of the interface.
    uint32_t interface;
    // Whether this host sent it.
    int32_t outgoing;
    // The wall clock when the kernel received it; both are 0 if the kernel does not report it.
    int64_t seconds;
    int64_t nanoseconds;
    // The packet's length in bytes, from its IP header on.
    int32_t length;
};

// Opens a non-blocking socket that receives every UDP packet from or to a port on all interfaces, IPv4 and IPv6, from
// its IP header on. Fragments after the first are omitted. `room` is the size of the kernel's buffer in bytes.
// Requires CAP_NET_RAW. Returns the descriptor, or -1 and errno.
int trammel_open_tap(uint16_t port, int room);

// Receives the next packet, as far as it fits into the buffer. Returns the number of bytes received, or -1 and errno,
// EAGAIN if none is pending.
int trammel_receive_tapped(int fd, void *buffer, int capacity, struct trammel_tapped *about);

// Returns the number of packets the kernel had no room for since the last call; 0 if the kernel does not report it.
uint32_t trammel_tap_lost(int fd);

#endif
