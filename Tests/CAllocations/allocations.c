#include "allocations.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static __thread unsigned long count;

unsigned long next_to_go_allocations(void) { return count; }

#ifdef SANITIZED
bool next_to_go_counts_allocations(void) { return false; }
#else
bool next_to_go_counts_allocations(void) { return true; }

// A program's own definitions stand before the C library's, for all that is linked to it (glibc's manual, Replacing
// malloc); these pass on to glibc's by its other names for them.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}

void free(void *block) { __libc_free(block); }
#endif
