#pragma once
#include <curl/curl.h>

// Variadic, which Swift can't call.
static inline CURLcode jukebox_curl_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode jukebox_curl_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode jukebox_curl_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode jukebox_curl_form(CURL *handle, curl_mime *form) {
  return curl_easy_setopt(handle, CURLOPT_MIMEPOST, form);
}
// The write and header callbacks have the same form; each gets `data`.
static inline CURLcode jukebox_curl_callbacks(CURL *handle, curl_write_callback write, curl_write_callback header,
                                              curl_xferinfo_callback progress, void *data) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, data);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, data);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, data);
  return curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}
static inline const char *jukebox_curl_final_url(CURL *handle) {
  char *url = NULL;
  return curl_easy_getinfo(handle, CURLINFO_EFFECTIVE_URL, &url) == CURLE_OK ? url : NULL;
}
static inline CURLcode jukebox_curl_status(CURL *handle, long *status) {
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
