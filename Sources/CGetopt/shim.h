#pragma once

#include <getopt.h>

// optarg, optind, opterr and optopt are mutable globals, which Swift's strict concurrency does not let through.

struct next_to_go_option {
    int value;           // as getopt_long returns it: an option's val, '?' for an unknown one, ':' for a missing argument
    const char *argument;
};

// Starts over, silently: messages are the caller's business.
static inline void next_to_go_options_begin(void) {
    optind = 0;
    opterr = 0;
}

static inline struct next_to_go_option next_to_go_options_next(int argc, char **argv, const struct option *options) {
    struct next_to_go_option result = {getopt_long(argc, argv, ":", options, (int *)0), (const char *)0};
    result.argument = optarg;
    return result;
}

// Where in argv the reading stands: after an error, one past the culprit, or at it if it is a word of several short
// options; at the end, the first word that is no option.
static inline int next_to_go_options_index(void) {
    return optind;
}

// After an error: the character of a short option, an option's val, or 0 for a long option that is unknown.
static inline int next_to_go_options_character(void) {
    return optopt;
}
