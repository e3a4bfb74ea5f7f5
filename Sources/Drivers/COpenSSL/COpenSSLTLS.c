#include "COpenSSL.h"
#include "COpenSSLCertificate.h"
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

struct trammel_tls_context {
    SSL_CTX *shared;
    int is_server;
    int logs;
    // The protocol, preceded by its length; empty without ALPN.
    uint8_t protocol[256];
    size_t protocol_count;
    uint8_t key[64];
    size_t key_count;
    char identity[128];
};

struct trammel_tls {
    const trammel_tls_context *context;
    SSL *ssl;
    BIO *incoming;
    BIO *outgoing;
    BIO *log;
    uint8_t pin[32];
    size_t pin_count;
    uint8_t fingerprint[32];
    int has_fingerprint;
    int reason;
};

// MARK: OpenSSL's callbacks

static unsigned client_key(SSL *ssl, const char *hint, char *identity, unsigned longest, unsigned char *key,
                           unsigned room) {
    const trammel_tls_context *context = ((const trammel_tls *)SSL_get_app_data(ssl))->context;
    (void)hint;
    if (strlen(context->identity) + 1 > longest || context->key_count > room) return 0;
    memcpy(identity, context->identity, strlen(context->identity) + 1);
    memcpy(key, context->key, context->key_count);
    return (unsigned)context->key_count;
}

static unsigned server_key(SSL *ssl, const char *identity, unsigned char *key, unsigned room) {
    const trammel_tls_context *context = ((const trammel_tls *)SSL_get_app_data(ssl))->context;
    (void)identity;
    if (context->key_count > room) return 0;
    memcpy(key, context->key, context->key_count);
    return (unsigned)context->key_count;
}

// Checks the peer's certificate. The pin replaces the check of a chain.
static int check(X509_STORE_CTX *store, void *unused) {
    const SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    trammel_tls *tls = ssl ? SSL_get_app_data(ssl) : NULL;
    const X509 *certificate = X509_STORE_CTX_get0_cert(store);
    (void)unused;
    if (tls && certificate && X509_digest(certificate, EVP_sha256(), tls->fingerprint, NULL)) {
        tls->has_fingerprint = 1;
        if (memcmp(tls->fingerprint, tls->pin, tls->pin_count) == 0) {
            X509_STORE_CTX_set_error(store, X509_V_OK);
            return 1;
        }
    }
    // The peer receives the alert certificate_unknown (46).
    X509_STORE_CTX_set_error(store, X509_V_ERR_SUBJECT_ISSUER_MISMATCH);
    return 0;
}

// Chooses the server's protocol. Without a common one, the handshake continues and fails at its end, so that a client
// can tell what is wrong.
static int choose(SSL *ssl, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
                  unsigned count, void *unused) {
    const trammel_tls_context *context = ((const trammel_tls *)SSL_get_app_data(ssl))->context;
    (void)unused;
    int result = SSL_select_next_proto((unsigned char **)chosen, length, context->protocol,
                                       (unsigned)context->protocol_count, offered, count);
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

static void keep_line(const SSL *ssl, const char *line) {
    const trammel_tls *tls = SSL_get_app_data(ssl);
    if (tls->log) BIO_printf(tls->log, "%s\n", line);
}

// MARK: Contexts

static trammel_tls_context *new_context(int is_server, int version) {
    trammel_tls_context *context = calloc(1, sizeof *context);
    if (!context) return NULL;
    context->is_server = is_server;
    context->shared = SSL_CTX_new(TLS_method());
    if (!context->shared || !SSL_CTX_set_min_proto_version(context->shared, version) ||
        !SSL_CTX_set_max_proto_version(context->shared, version)) {
        trammel_tls_context_free(context);
        return NULL;
    }
    // Debian's default rejects small keys, and suites without forward secrecy.
    SSL_CTX_set_security_level(context->shared, 1);
    SSL_CTX_set_options(context->shared, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(context->shared, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context->shared, 0);
    return context;
}

static int set_identity(SSL_CTX *shared, const uint8_t *der, size_t der_count, const uint8_t *pem, size_t pem_count) {
    X509 *certificate = trammel_read_certificate(der, der_count);
    EVP_PKEY *key = trammel_read_key(pem, pem_count);
    int done = certificate && key && SSL_CTX_use_certificate(shared, certificate) == 1 &&
               SSL_CTX_use_PrivateKey(shared, key) == 1 && SSL_CTX_check_private_key(shared) == 1;
    X509_free(certificate);
    EVP_PKEY_free(key);
    return done;
}

trammel_tls_context *trammel_tls_context_certified(int is_server, const uint8_t *der, size_t der_count,
                                                   const uint8_t *pem, size_t pem_count, const char *protocol, int logs,
                                                   const char **reason) {
    trammel_tls_context *context = new_context(is_server, TLS1_3_VERSION);
    size_t length = strlen(protocol);
    if (!context || length == 0 || length > 255) goto failed;
    context->protocol[0] = (uint8_t)length;
    memcpy(context->protocol + 1, protocol, length);
    context->protocol_count = length + 1;
    context->logs = logs;
    if (der_count > 0 && !set_identity(context->shared, der, der_count, pem, pem_count)) goto failed;
    // Unlike everything else here, this returns 0 for success.
    if (SSL_CTX_set_alpn_protos(context->shared, context->protocol, (unsigned)context->protocol_count)) goto failed;
    SSL_CTX_set_alpn_select_cb(context->shared, choose, NULL);
    SSL_CTX_set_verify(context->shared, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    SSL_CTX_set_cert_verify_callback(context->shared, check, NULL);
    if (logs) SSL_CTX_set_keylog_callback(context->shared, keep_line);
    ERR_clear_error();
    return context;
failed:
    *reason = ERR_reason_error_string(ERR_peek_error());
    ERR_clear_error();
    trammel_tls_context_free(context);
    return NULL;
}

trammel_tls_context *trammel_tls_context_pre_shared(int is_server, const char *identity, const uint8_t *key,
                                                    size_t count) {
    trammel_tls_context *context = new_context(is_server, TLS1_2_VERSION);
    if (!context) return NULL;
    if (count == 0 || count > sizeof context->key || strlen(identity) >= sizeof context->identity ||
        !SSL_CTX_set_cipher_list(context->shared, "PSK-AES128-GCM-SHA256")) {
        ERR_clear_error();
        trammel_tls_context_free(context);
        return NULL;
    }
    memcpy(context->key, key, count);
    context->key_count = count;
    strcpy(context->identity, identity);
    if (is_server) SSL_CTX_set_psk_server_callback(context->shared, server_key);
    else SSL_CTX_set_psk_client_callback(context->shared, client_key);
    return context;
}

void trammel_tls_context_free(trammel_tls_context *context) {
    if (!context) return;
    SSL_CTX_free(context->shared);
    OPENSSL_cleanse(context, sizeof *context);
    free(context);
}

// MARK: Connections

trammel_tls *trammel_tls_new(const trammel_tls_context *context, const uint8_t *pin, size_t pin_count) {
    trammel_tls *tls = calloc(1, sizeof *tls);
    if (!tls || pin_count > sizeof tls->pin) goto failed;
    tls->context = context;
    memcpy(tls->pin, pin, pin_count);
    tls->pin_count = pin_count;
    tls->ssl = SSL_new(context->shared);
    tls->incoming = BIO_new(BIO_s_mem());
    tls->outgoing = BIO_new(BIO_s_mem());
    if (context->logs) tls->log = BIO_new(BIO_s_mem());
    if (!tls->ssl || !tls->incoming || !tls->outgoing || (context->logs && !tls->log)) {
        BIO_free(tls->incoming);
        BIO_free(tls->outgoing);
        goto failed;
    }
    BIO_set_mem_eof_return(tls->incoming, -1);
    BIO_set_mem_eof_return(tls->outgoing, -1);
    // The connection owns both from here.
    SSL_set_bio(tls->ssl, tls->incoming, tls->outgoing);
    SSL_set_app_data(tls->ssl, tls);
    if (context->is_server) SSL_set_accept_state(tls->ssl);
    else SSL_set_connect_state(tls->ssl);
    ERR_clear_error();
    return tls;
failed:
    ERR_clear_error();
    trammel_tls_free(tls);
    return NULL;
}

void trammel_tls_free(trammel_tls *tls) {
    if (!tls) return;
    SSL_free(tls->ssl);
    BIO_free(tls->log);
    free(tls);
}

int trammel_tls_feed(trammel_tls *tls, const uint8_t *bytes, size_t count) {
    size_t written = 0;
    return count == 0 || (BIO_write_ex(tls->incoming, bytes, count, &written) && written == count);
}

static size_t take(BIO *from, uint8_t *bytes, size_t capacity) {
    size_t count = 0;
    if (!from || BIO_ctrl_pending(from) == 0) return 0;
    return BIO_read_ex(from, bytes, capacity, &count) ? count : 0;
}

size_t trammel_tls_take(trammel_tls *tls, uint8_t *bytes, size_t capacity) {
    return take(tls->outgoing, bytes, capacity);
}

size_t trammel_tls_take_log(trammel_tls *tls, uint8_t *bytes, size_t capacity) {
    return take(tls->log, bytes, capacity);
}

// Interprets a failure by OpenSSL's reason for it.
static int failure(trammel_tls *tls, int reason) {
    tls->reason = reason;
    switch (reason) {
    case SSL_R_CERTIFICATE_VERIFY_FAILED: return TRAMMEL_TLS_UNTRUSTED;
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return TRAMMEL_TLS_NO_CERTIFICATE;
    }
    if (reason < SSL_AD_REASON_OFFSET || reason > SSL_AD_REASON_OFFSET + 255) return TRAMMEL_TLS_FAILED;
    tls->reason = reason - SSL_AD_REASON_OFFSET;
    return TRAMMEL_TLS_ALERT;
}

// Interprets an unsuccessful result. Errors are removed from the thread's queue so that the next call does not see
// them.
static int meaning(trammel_tls *tls, int result) {
    int answer = TRAMMEL_TLS_WAITS;
    switch (SSL_get_error(tls->ssl, result)) {
    case SSL_ERROR_WANT_READ: break;
    case SSL_ERROR_ZERO_RETURN: answer = TRAMMEL_TLS_ENDED; break;
    default: answer = failure(tls, ERR_GET_REASON(ERR_peek_error()));
    }
    ERR_clear_error();
    return answer;
}

int trammel_tls_shake_hands(trammel_tls *tls) {
    // OpenSSL would allocate 48 KiB of buffers even for a peer that never sends anything.
    if (tls->context->is_server && SSL_in_before(tls->ssl) && BIO_ctrl_pending(tls->incoming) == 0)
        return TRAMMEL_TLS_WAITS;
    ERR_clear_error();
    int result = SSL_do_handshake(tls->ssl);
    if (result != 1) return meaning(tls, result);
    const unsigned char *chosen = NULL;
    unsigned length = 0;
    SSL_get0_alpn_selected(tls->ssl, &chosen, &length);
    const trammel_tls_context *context = tls->context;
    if (context->protocol_count == 0) return 1;
    // A server may choose what was not offered.
    int agreed = length == context->protocol[0] && memcmp(chosen, context->protocol + 1, length) == 0;
    return agreed ? 1 : TRAMMEL_TLS_NO_PROTOCOL;
}

int trammel_tls_read(trammel_tls *tls, uint8_t *bytes, size_t capacity) {
    size_t count = 0;
    ERR_clear_error();
    int result = SSL_read_ex(tls->ssl, bytes, capacity, &count);
    return result == 1 ? (int)count : meaning(tls, result);
}

int trammel_tls_write(trammel_tls *tls, const uint8_t *bytes, size_t count) {
    size_t written = 0;
    if (count == 0) return 1;
    ERR_clear_error();
    int result = SSL_write_ex(tls->ssl, bytes, count, &written);
    if (result == 1 && written == count) return 1;
    int answer = meaning(tls, result);
    return answer < 0 ? answer : TRAMMEL_TLS_FAILED;
}

void trammel_tls_say_goodbye(trammel_tls *tls) {
    ERR_clear_error();
    if (SSL_is_init_finished(tls->ssl)) SSL_shutdown(tls->ssl);
    ERR_clear_error();
}

int trammel_tls_reason(const trammel_tls *tls) { return tls->reason; }

int trammel_tls_fingerprint(const trammel_tls *tls, uint8_t hash[32]) {
    if (tls->has_fingerprint) memcpy(hash, tls->fingerprint, 32);
    return tls->has_fingerprint;
}
