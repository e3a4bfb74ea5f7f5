// TLS 1.2 with a pre-shared key (RFC 4279, RFC 5487), using OpenSSL: bytes in, bytes out, no socket.
//
// The only suite is TLS_PSK_WITH_AES_128_GCM_SHA256 (0x00A8). Used from one thread.
#ifndef TRAMMEL_PRE_SHARED_TLS_H
#define TRAMMEL_PRE_SHARED_TLS_H
#include <stddef.h>
#include <stdint.h>

typedef struct trammel_psk trammel_psk;

// Creates one side of a connection; returns NULL if OpenSSL is out of memory or rejects the key. A client presents
// `identity` (at most 127 octets), a server accepts any. `key` has at most 64 octets. Both are copied, and
// overwritten in trammel_psk_free.
trammel_psk *trammel_psk_new(int is_server, const char *identity, const uint8_t *key, size_t count);
void trammel_psk_free(trammel_psk *psk);

// Takes bytes from the peer; returns 0, or -1 if out of memory.
int trammel_psk_feed(trammel_psk *psk, const uint8_t *bytes, size_t count);
// Takes bytes to send to the peer; returns the number of octets stored in `bytes`, 0 if there are none.
size_t trammel_psk_take(trammel_psk *psk, uint8_t *bytes, size_t capacity);

enum {
    TRAMMEL_PSK_WAITS = 0,  // for more from the peer
    TRAMMEL_PSK_ENDED = -1, // the peer said goodbye
    TRAMMEL_PSK_FAILED = -2 // see trammel_psk_alert and trammel_psk_reason
};
// Continues the handshake; returns 1 once it is complete, or one of the three codes.
int trammel_psk_shake_hands(trammel_psk *psk);
// Reads the peer's data; returns the number of octets, or one of the three codes.
int trammel_psk_read(trammel_psk *psk, uint8_t *bytes, size_t capacity);
// Writes data; returns 1 once it is ready for trammel_psk_take, or TRAMMEL_PSK_FAILED.
int trammel_psk_write(trammel_psk *psk, const uint8_t *bytes, size_t count);
// Closes TLS; the message is taken with trammel_psk_take.
void trammel_psk_say_goodbye(trammel_psk *psk);

// Returns the fatal alert that the peer sent (RFC 5246 section 7.2), or -1 if it sent none.
int trammel_psk_alert(const trammel_psk *psk);
// Returns OpenSSL's own reason for the failure; 0 if there is none.
int trammel_psk_reason(const trammel_psk *psk);
#endif
