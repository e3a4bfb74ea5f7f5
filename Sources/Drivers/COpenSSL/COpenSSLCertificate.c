#include "COpenSSLCertificate.h"
#include "COpenSSL.h"
#include <limits.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

// Without this, OpenSSL asks for the password on the terminal.
static int no_password(char *text, int capacity, int writes, void *owner) {
    (void)text, (void)capacity, (void)writes, (void)owner;
    return -1;
}

X509 *trammel_read_certificate(const uint8_t *der, size_t count) {
    return count <= LONG_MAX ? d2i_X509(NULL, &der, (long)count) : NULL;
}

EVP_PKEY *trammel_read_key(const uint8_t *pem, size_t count) {
    BIO *text = count <= INT_MAX ? BIO_new_mem_buf(pem, (int)count) : NULL;
    EVP_PKEY *key = text ? PEM_read_bio_PrivateKey(text, NULL, no_password, NULL) : NULL;
    BIO_free(text);
    return key;
}

int trammel_is_private_key(const uint8_t *pem, size_t count) {
    EVP_PKEY *key = trammel_read_key(pem, count);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return key != NULL;
}

// Stores a structure's DER form, at most `capacity` octets, and returns its size.
static size_t encode(X509 *certificate, uint8_t *bytes, size_t capacity) {
    int count = i2d_X509(certificate, NULL);
    if (count <= 0 || (size_t)count > capacity) return 0;
    return i2d_X509(certificate, &bytes) == count ? (size_t)count : 0;
}

size_t trammel_certificate_encoding(const uint8_t *der, size_t count, uint8_t *encoding) {
    X509 *certificate = trammel_read_certificate(der, count);
    size_t written = certificate ? encode(certificate, encoding, count) : 0;
    X509_free(certificate);
    ERR_clear_error();
    return written;
}

// Fills in everything but the signature.
static int fill(X509 *certificate, EVP_PKEY *key, const uint8_t *name, size_t count) {
    uint64_t serial = 0;
    X509_NAME *subject = X509_get_subject_name(certificate);
    // The type is given, not left to OpenSSL, which would limit the name to 64 characters.
    return count <= INT_MAX && X509_set_version(certificate, X509_VERSION_3) &&
           RAND_bytes((unsigned char *)&serial, sizeof serial) == 1 &&
           ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -86400L) &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), 3650L * 86400L) &&
           X509_NAME_add_entry_by_NID(subject, NID_commonName, V_ASN1_UTF8STRING, name, (int)count, -1, 0) &&
           X509_set_issuer_name(certificate, subject) && X509_set_pubkey(certificate, key);
}

int trammel_certificate_make(const uint8_t *name, size_t name_count, uint8_t *der, size_t *der_count, uint8_t *pem,
                             size_t *pem_count) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    BIO *text = BIO_new(BIO_s_secmem());
    int done = key && certificate && text && fill(certificate, key, name, name_count) &&
               X509_sign(certificate, key, EVP_sha256()) &&
               (*der_count = encode(certificate, der, *der_count)) > 0 &&
               PEM_write_bio_PKCS8PrivateKey(text, key, NULL, NULL, 0, NULL, NULL) &&
               BIO_ctrl_pending(text) <= *pem_count && BIO_read_ex(text, pem, *pem_count, pem_count);
    BIO_free(text);
    X509_free(certificate);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return done;
}
