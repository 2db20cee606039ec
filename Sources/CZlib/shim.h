#pragma once

#include <zlib.h>

// deflateInit2 is a macro, which Swift does not import: a raw deflate stream (no header, no trailer) at `level`.
// The stream must stay at one address, since zlib keeps a pointer back to it.
static inline int next_to_go_deflate_init(z_stream *stream, int level, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, -15, memory_level, Z_DEFAULT_STRATEGY);
}
