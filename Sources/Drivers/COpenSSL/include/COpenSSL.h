// The part of OpenSSL 3 that Trammel uses: bytes in, bytes out, no sockets, no files.
//
// A function that can fail returns 0 (or NULL) for failure unless it says otherwise. No function leaves errors in the
// thread's queue.
#ifndef TRAMMEL_OPENSSL_H
#define TRAMMEL_OPENSSL_H
#include <stddef.h>
#include <stdint.h>

// SHA-256 (FIPS 180-4). Fails only if out of memory.

int trammel_sha256(const uint8_t *bytes, size_t count, uint8_t hash[32]);
int trammel_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t code[32]);

typedef struct trammel_hash trammel_hash;
trammel_hash *trammel_hash_new(void);
trammel_hash *trammel_hash_copy(const trammel_hash *hash);
void trammel_hash_free(trammel_hash *hash);
int trammel_hash_update(trammel_hash *hash, const uint8_t *bytes, size_t count);
// Stores the hash of everything so far; `hash` can still be updated.
int trammel_hash_value(const trammel_hash *hash, uint8_t value[32]);

// Ed25519 (RFC 8032).

int trammel_ed25519_public(const uint8_t seed[32], uint8_t key[32]);
int trammel_ed25519_sign(const uint8_t seed[32], const uint8_t *message, size_t count, uint8_t signature[64]);
// Returns 1 only for a signature of `message` by this key.
int trammel_ed25519_verify(const uint8_t key[32], const uint8_t *message, size_t count, const uint8_t signature[64]);

// Certificates.

// Creates a P-256 key and a self-signed certificate with this common name that is valid for ten years starting a day
// ago. Stores the certificate in DER form and the key as PKCS #8 in PEM form. The counts are capacities on input and
// sizes on output.
int trammel_certificate_make(const uint8_t *name, size_t name_count, uint8_t *der, size_t *der_count, uint8_t *pem,
                             size_t *pem_count);
// Stores the encoding of the certificate at the start of `der`, at most `count` octets, and returns its size.
size_t trammel_certificate_encoding(const uint8_t *der, size_t count, uint8_t *encoding);
// Returns 1 for a private key in PEM form without a password.
int trammel_is_private_key(const uint8_t *pem, size_t count);

// TLS. A context may be shared by connections on any threads, and must outlive them; each connection is used from one
// thread.

typedef struct trammel_tls_context trammel_tls_context;

// Creates the parameters of TLS 1.3 with certificates on both sides; a client with a `der_count` of 0 presents none.
// `protocol` is the only one offered and accepted (ALPN), 1 to 255 octets. If `logs` is not 0, connections keep the
// lines of a key log for trammel_tls_take_log. On failure, `reason` is a static text or NULL.
trammel_tls_context *trammel_tls_context_certified(int is_server, const uint8_t *der, size_t der_count,
                                                   const uint8_t *pem, size_t pem_count, const char *protocol, int logs,
                                                   const char **reason);
// Creates the parameters of TLS 1.2 with a pre-shared key (RFC 4279, RFC 5487) and only the suite
// TLS_PSK_WITH_AES_128_GCM_SHA256 (0x00A8). A client presents `identity` (at most 127 octets), a server accepts any.
// `key` has 1 to 64 octets.
trammel_tls_context *trammel_tls_context_pre_shared(int is_server, const char *identity, const uint8_t *key,
                                                    size_t count);
void trammel_tls_context_free(trammel_tls_context *context);

typedef struct trammel_tls trammel_tls;

// Creates one side of a connection. The SHA-256 of the peer's certificate must begin with `pin`, at most 32 octets.
trammel_tls *trammel_tls_new(const trammel_tls_context *context, const uint8_t *pin, size_t pin_count);
void trammel_tls_free(trammel_tls *tls);

// Takes bytes from the peer. Fails only if out of memory.
int trammel_tls_feed(trammel_tls *tls, const uint8_t *bytes, size_t count);
// Moves bytes to send to the peer, or lines of the key log, into `bytes`; returns their number, 0 if there are none.
size_t trammel_tls_take(trammel_tls *tls, uint8_t *bytes, size_t capacity);
size_t trammel_tls_take_log(trammel_tls *tls, uint8_t *bytes, size_t capacity);

enum trammel_tls_answer {
    TRAMMEL_TLS_WAITS = 0, // for more from the peer
    TRAMMEL_TLS_ENDED = -1, // the peer said goodbye
    TRAMMEL_TLS_FAILED = -2, // see trammel_tls_reason
    TRAMMEL_TLS_UNTRUSTED = -3, // the peer's certificate does not match the pin
    TRAMMEL_TLS_NO_CERTIFICATE = -4, // the peer presented none
    TRAMMEL_TLS_NO_PROTOCOL = -5, // the handshake is complete without a common protocol
    TRAMMEL_TLS_ALERT = -6, // the peer sent the fatal alert trammel_tls_reason (RFC 8446 section 6)
};
// Continues the handshake; returns 1 once it is complete, or an answer above.
int trammel_tls_shake_hands(trammel_tls *tls);
// Reads the peer's data; returns the number of octets, or an answer above.
int trammel_tls_read(trammel_tls *tls, uint8_t *bytes, size_t capacity);
// Writes data; returns 1 once it is ready for trammel_tls_take, or an answer above.
int trammel_tls_write(trammel_tls *tls, const uint8_t *bytes, size_t count);
// Closes TLS; the message is taken with trammel_tls_take.
void trammel_tls_say_goodbye(trammel_tls *tls);

// Returns the alert, or OpenSSL's own reason for the failure; 0 if there is none.
int trammel_tls_reason(const trammel_tls *tls);
// Stores the SHA-256 of the peer's certificate; returns 0 if it has not presented one yet.
int trammel_tls_fingerprint(const trammel_tls *tls, uint8_t hash[32]);
#endif
