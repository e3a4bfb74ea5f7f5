// TLS 1.2 with a key that both sides have (RFC 4279, RFC 5487), by OpenSSL: bytes in, bytes out, no socket.
//
// The one suite is TLS_PSK_WITH_AES_128_GCM_SHA256 (0x00A8). Used from one thread.
#ifndef TRAMMEL_PRE_SHARED_TLS_H
#define TRAMMEL_PRE_SHARED_TLS_H
#include <stddef.h>
#include <stdint.h>

typedef struct trammel_psk trammel_psk;

// One side of one connection; NULL where OpenSSL has no memory or takes no such key. A client shows `identity` (at most 127 octets), a server
// takes any. `key` has at most 64 octets. Both are copied, and overwritten in trammel_psk_free.
trammel_psk *trammel_psk_new(int is_server, const char *identity, const uint8_t *key, size_t count);
void trammel_psk_free(trammel_psk *psk);

// Hands over what came from the peer; 0, or -1 where there is no memory.
int trammel_psk_feed(trammel_psk *psk, const uint8_t *bytes, size_t count);
// Takes what is to be sent to the peer: how many octets of `bytes` were filled; 0 where nothing waits.
size_t trammel_psk_take(trammel_psk *psk, uint8_t *bytes, size_t capacity);

enum {
    TRAMMEL_PSK_WAITS = 0,  // for more from the peer
    TRAMMEL_PSK_ENDED = -1, // the peer said goodbye
    TRAMMEL_PSK_FAILED = -2 // see trammel_psk_alert and trammel_psk_reason
};
// 1 when the handshake is over, or one of the three.
int trammel_psk_shake_hands(trammel_psk *psk);
// How many octets the peer sent, or one of the three.
int trammel_psk_read(trammel_psk *psk, uint8_t *bytes, size_t capacity);
// 1 when all is ready for trammel_psk_take, or TRAMMEL_PSK_FAILED.
int trammel_psk_write(trammel_psk *psk, const uint8_t *bytes, size_t count);
// Says goodbye: trammel_psk_take has it.
void trammel_psk_say_goodbye(trammel_psk *psk);

// The fatal alert that the peer sent (RFC 5246 section 7.2); -1 where it sent none.
int trammel_psk_alert(const trammel_psk *psk);
// OpenSSL's own reason for the failure; 0 where there is none.
int trammel_psk_reason(const trammel_psk *psk);
#endif
