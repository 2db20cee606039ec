#pragma once

// Handles become opaque pointers in Swift instead of raw ones, so that a buffer is never taken for a handle.
#ifndef CURL_STRICTER
#define CURL_STRICTER
#endif

#include <curl/curl.h>

// curl_easy_setopt is variadic, which Swift does not import: one wrapper for each type of argument it takes.
static inline CURLcode next_to_go_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

// Sizes are of a wider type than long where long has 32 bits.
static inline CURLcode next_to_go_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode next_to_go_easy_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode next_to_go_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

// Two options that belong together: who takes the body's bytes, and what it is called with.
static inline CURLcode next_to_go_easy_set_writer(CURL *easy, curl_write_callback writer, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_WRITEDATA, context) : code;
}

// curl_easy_getinfo is variadic too; 0 or NULL stands for what is not known.
static inline long next_to_go_easy_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t next_to_go_easy_size(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline const char *next_to_go_easy_string(CURL *easy, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

// curl_multi_setopt is variadic as well; both callbacks are given the same context.
static inline CURLMcode next_to_go_multi_set_callbacks(
    CURLM *multi, curl_socket_callback watch, curl_multi_timer_callback time, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, time);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code;
}
