#include "CPreSharedTLS.h"
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

struct trammel_psk {
    SSL_CTX *context;
    SSL *ssl;
    BIO *incoming;
    BIO *outgoing;
    uint8_t key[64];
    size_t count;
    char identity[128];
    int alert;
    int reason;
};

static unsigned client_key(SSL *ssl, const char *hint, char *identity, unsigned longest, unsigned char *key,
                           unsigned room) {
    const trammel_psk *psk = SSL_get_app_data(ssl);
    (void)hint;
    if (strlen(psk->identity) + 1 > longest || psk->count > room) return 0;
    memcpy(identity, psk->identity, strlen(psk->identity) + 1);
    memcpy(key, psk->key, psk->count);
    return (unsigned)psk->count;
}

static unsigned server_key(SSL *ssl, const char *identity, unsigned char *key, unsigned room) {
    const trammel_psk *psk = SSL_get_app_data(ssl);
    (void)identity;
    if (psk->count > room) return 0;
    memcpy(key, psk->key, psk->count);
    return (unsigned)psk->count;
}

static void hear(const SSL *ssl, int where, int value) {
    trammel_psk *psk = SSL_get_app_data(ssl);
    if ((where & SSL_CB_READ_ALERT) == SSL_CB_READ_ALERT && value >> 8 == SSL3_AL_FATAL) psk->alert = value & 0xFF;
}

trammel_psk *trammel_psk_new(int is_server, const char *identity, const uint8_t *key, size_t count) {
    trammel_psk *psk = calloc(1, sizeof *psk);
    if (!psk) return NULL;
    if (count == 0 || count > sizeof psk->key || strlen(identity) >= sizeof psk->identity) goto failed;
    memcpy(psk->key, key, count);
    psk->count = count;
    strcpy(psk->identity, identity);
    psk->alert = -1;
    psk->context = SSL_CTX_new(TLS_method());
    if (!psk->context) goto failed;
    if (!SSL_CTX_set_min_proto_version(psk->context, TLS1_2_VERSION) ||
        !SSL_CTX_set_max_proto_version(psk->context, TLS1_2_VERSION) ||
        !SSL_CTX_set_cipher_list(psk->context, "PSK-AES128-GCM-SHA256"))
        goto failed;
    // The host's own setting may require forward secrecy, which this suite lacks.
    SSL_CTX_set_security_level(psk->context, 1);
    SSL_CTX_set_options(psk->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(psk->context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_info_callback(psk->context, hear);
    if (is_server) SSL_CTX_set_psk_server_callback(psk->context, server_key);
    else SSL_CTX_set_psk_client_callback(psk->context, client_key);
    psk->ssl = SSL_new(psk->context);
    psk->incoming = BIO_new(BIO_s_mem());
    psk->outgoing = BIO_new(BIO_s_mem());
    if (!psk->ssl || !psk->incoming || !psk->outgoing) {
        BIO_free(psk->incoming);
        BIO_free(psk->outgoing);
        goto failed;
    }
    BIO_set_mem_eof_return(psk->incoming, -1);
    BIO_set_mem_eof_return(psk->outgoing, -1);
    // The connection owns both from here.
    SSL_set_bio(psk->ssl, psk->incoming, psk->outgoing);
    SSL_set_app_data(psk->ssl, psk);
    if (is_server) SSL_set_accept_state(psk->ssl);
    else SSL_set_connect_state(psk->ssl);
    ERR_clear_error();
    return psk;
failed:
    ERR_clear_error();
    trammel_psk_free(psk);
    return NULL;
}

void trammel_psk_free(trammel_psk *psk) {
    if (!psk) return;
    SSL_free(psk->ssl);
    SSL_CTX_free(psk->context);
    OPENSSL_cleanse(psk, sizeof *psk);
    free(psk);
}

int trammel_psk_feed(trammel_psk *psk, const uint8_t *bytes, size_t count) {
    size_t written = 0;
    if (count == 0) return 0;
    return BIO_write_ex(psk->incoming, bytes, count, &written) && written == count ? 0 : -1;
}

size_t trammel_psk_take(trammel_psk *psk, uint8_t *bytes, size_t capacity) {
    size_t count = 0;
    if (BIO_ctrl_pending(psk->outgoing) == 0) return 0;
    return BIO_read_ex(psk->outgoing, bytes, capacity, &count) ? count : 0;
}

// Interprets an unsuccessful result. Errors are removed from the thread's queue so that the next call does not see
// them.
static int meaning(trammel_psk *psk, int result) {
    int answer = TRAMMEL_PSK_FAILED;
    switch (SSL_get_error(psk->ssl, result)) {
    case SSL_ERROR_WANT_READ: answer = TRAMMEL_PSK_WAITS; break;
    case SSL_ERROR_ZERO_RETURN: answer = TRAMMEL_PSK_ENDED; break;
    default: psk->reason = ERR_GET_REASON(ERR_peek_error());
    }
    ERR_clear_error();
    return answer;
}

int trammel_psk_shake_hands(trammel_psk *psk) {
    ERR_clear_error();
    int result = SSL_do_handshake(psk->ssl);
    return result == 1 ? 1 : meaning(psk, result);
}

int trammel_psk_read(trammel_psk *psk, uint8_t *bytes, size_t capacity) {
    size_t count = 0;
    ERR_clear_error();
    int result = SSL_read_ex(psk->ssl, bytes, capacity, &count);
    return result == 1 ? (int)count : meaning(psk, result);
}

int trammel_psk_write(trammel_psk *psk, const uint8_t *bytes, size_t count) {
    size_t written = 0;
    if (count == 0) return 1;
    ERR_clear_error();
    int result = SSL_write_ex(psk->ssl, bytes, count, &written);
    if (result == 1 && written == count) return 1;
    meaning(psk, result);
    return TRAMMEL_PSK_FAILED;
}

void trammel_psk_say_goodbye(trammel_psk *psk) {
    ERR_clear_error();
    if (SSL_is_init_finished(psk->ssl)) SSL_shutdown(psk->ssl);
    ERR_clear_error();
}

int trammel_psk_alert(const trammel_psk *psk) { return psk->alert; }
int trammel_psk_reason(const trammel_psk *psk) { return psk->reason; }
