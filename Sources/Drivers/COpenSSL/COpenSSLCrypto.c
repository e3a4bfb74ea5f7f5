#include "COpenSSL.h"
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <pthread.h>

// Runs before any other use of OpenSSL. The host's configuration file must not change the rig's behaviour, and cleanup
// at exit must not free memory that other threads still use.
__attribute__((constructor)) static void set_up(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT | OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
}

// Fetched once, because fetching takes longer than hashing a line of text.
static EVP_MD *sha256;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fetch(void) { sha256 = EVP_MD_fetch(NULL, "SHA2-256", NULL); }

// Returns a new computation of a hash.
static EVP_MD_CTX *begin(void) {
    pthread_once(&once, fetch);
    EVP_MD_CTX *context = sha256 ? EVP_MD_CTX_new() : NULL;
    if (context && EVP_DigestInit_ex2(context, sha256, NULL)) return context;
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return NULL;
}

int trammel_sha256(const uint8_t *bytes, size_t count, uint8_t hash[32]) {
    EVP_MD_CTX *context = begin();
    int done = context && EVP_DigestUpdate(context, bytes, count) && EVP_DigestFinal_ex(context, hash, NULL);
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return done;
}

int trammel_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t code[32]) {
    size_t written = 0;
    unsigned char *done =
        EVP_Q_mac(NULL, "HMAC", NULL, "SHA2-256", NULL, key, key_count, bytes, count, code, 32, &written);
    ERR_clear_error();
    return done && written == 32;
}

// The structure is OpenSSL's own; its name stays in this file.
trammel_hash *trammel_hash_new(void) { return (trammel_hash *)begin(); }

trammel_hash *trammel_hash_copy(const trammel_hash *hash) {
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    if (copy && EVP_MD_CTX_copy_ex(copy, (const EVP_MD_CTX *)hash)) return (trammel_hash *)copy;
    EVP_MD_CTX_free(copy);
    ERR_clear_error();
    return NULL;
}

void trammel_hash_free(trammel_hash *hash) { EVP_MD_CTX_free((EVP_MD_CTX *)hash); }

int trammel_hash_update(trammel_hash *hash, const uint8_t *bytes, size_t count) {
    return EVP_DigestUpdate((EVP_MD_CTX *)hash, bytes, count);
}

int trammel_hash_value(const trammel_hash *hash, uint8_t value[32]) {
    EVP_MD_CTX *copy = (EVP_MD_CTX *)trammel_hash_copy(hash);
    int done = copy && EVP_DigestFinal_ex(copy, value, NULL);
    EVP_MD_CTX_free(copy);
    return done;
}

int trammel_ed25519_public(const uint8_t seed[32], uint8_t key[32]) {
    size_t count = 32;
    EVP_PKEY *pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
    int done = pair && EVP_PKEY_get_raw_public_key(pair, key, &count) && count == 32;
    EVP_PKEY_free(pair);
    ERR_clear_error();
    return done;
}

int trammel_ed25519_sign(const uint8_t seed[32], const uint8_t *message, size_t count, uint8_t signature[64]) {
    size_t written = 64;
    EVP_PKEY *pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int done = pair && context && EVP_DigestSignInit(context, NULL, NULL, NULL, pair) == 1 &&
               EVP_DigestSign(context, signature, &written, message, count) == 1 && written == 64;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(pair);
    ERR_clear_error();
    return done;
}

int trammel_ed25519_verify(const uint8_t key[32], const uint8_t *message, size_t count, const uint8_t signature[64]) {
    EVP_PKEY *half = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key, 32);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int accepted = half && context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, half) == 1 &&
                   EVP_DigestVerify(context, signature, 64, message, count) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(half);
    ERR_clear_error();
    return accepted;
}
