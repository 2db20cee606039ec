#pragma once

#include <stdbool.h>

/// How many blocks of memory this thread has asked for since it began.
unsigned long next_to_go_allocations(void);

/// Whether they are counted: sanitizers bring an allocator of their own.
bool next_to_go_counts_allocations(void);
