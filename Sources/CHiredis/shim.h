#pragma once

// Before hiredis, which brings sys/time.h: otherwise fd_set clashes with Glibc's or Foundation's in one Swift module.
#include <features.h>
#include <sys/select.h>

#include <hiredis/async.h>
#include <hiredis/hiredis.h>
