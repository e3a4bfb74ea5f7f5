// Socket calls that Swift cannot import: they need _GNU_SOURCE, variadic macros or Linux's own headers.
#ifndef TRAMMEL_CLINUX_SOCKET_H
#define TRAMMEL_CLINUX_SOCKET_H

#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>

// Accepts a listening socket's next link without blocking; it is closed in child programs, where a copy would keep
// the link up. Returns the link, or -1 and errno.
int trammel_accept(int fd, struct sockaddr *address, socklen_t *size);

// Makes the kernel report, with each datagram of a socket, when it was queued; returns 0, or -1 and errno.
int trammel_stamp_datagrams(int fd);

// Receives one datagram without blocking, and the CLOCK_REALTIME at which it was queued (0 if the kernel did not
// report it). Returns the datagram's full length, which may exceed the bytes received, or -1 and errno.
ssize_t trammel_receive_stamped(int fd, void *bytes, size_t capacity, struct timespec *stamp);

// Returns the number of datagrams a socket had no room for since it was opened; 0 if the kernel does not report it.
unsigned int trammel_dropped_datagrams(int fd);

// Enlarges a socket's receive buffer beyond the limit for ordinary programs if permitted, up to that limit otherwise.
void trammel_widen_receiving(int fd, int bytes);

// Lets a socket receive only datagrams that begin with this number, 16 bits, little-endian. Returns 0, or -1 and
// errno.
int trammel_receive_only(int fd, unsigned short number);

#endif
