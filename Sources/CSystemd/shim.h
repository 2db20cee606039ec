#pragma once

// Before any other header: otherwise fd_set clashes with Glibc's or Foundation's in one Swift module.
#include <features.h>
#include <sys/select.h>

#include <systemd/sd-daemon.h>
