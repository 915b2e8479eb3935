#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

// Macros, which Swift can't call.
static inline void jukebox_tls_limit(SSL_CTX *context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  // A connection that rests holds no buffers.
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  // Visitors hold their sessions themselves, by tickets.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}
