// Readers of certificates and keys, for this module only. Both return NULL for invalid input, and may leave errors in
// the thread's queue.
#ifndef TRAMMEL_OPENSSL_CERTIFICATE_H
#define TRAMMEL_OPENSSL_CERTIFICATE_H
#include <openssl/x509.h>

X509 *trammel_read_certificate(const uint8_t *der, size_t count);
EVP_PKEY *trammel_read_key(const uint8_t *pem, size_t count);
#endif
