// Calls on sockets that Swift cannot see: they need _GNU_SOURCE, variadic macros or Linux's own headers.
#ifndef TRAMMEL_CLINUX_SOCKET_H
#define TRAMMEL_CLINUX_SOCKET_H

#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>

// Takes the next link of a listening socket, not waiting and closed in programs that are started: a copy there would
// keep the link up. The link, or -1 and errno.
int trammel_accept(int fd, struct sockaddr *address, socklen_t *size);

// Has the kernel hand over, with each datagram of a socket, when it was queued; 0, or -1 and errno.
int trammel_stamp_datagrams(int fd);

// Receives one datagram without waiting and when it was queued, by CLOCK_REALTIME (0 where the kernel did not say).
// Returns the datagram's own length, which may be more than what was received, or -1 and errno.
ssize_t trammel_receive_stamped(int fd, void *bytes, size_t capacity, struct timespec *stamp);

// How many datagrams a socket had no room for since it was opened; 0 where the kernel does not tell.
unsigned int trammel_dropped_datagrams(int fd);

// Gives a socket a receive buffer beyond the limit for ordinary programs where that is allowed, up to it otherwise.
void trammel_widen_receiving(int fd, int bytes);

// Lets a socket receive only datagrams that begin with this number, 16 bits, little endian. 0, or -1 and errno.
int trammel_receive_only(int fd, unsigned short number);

#endif
