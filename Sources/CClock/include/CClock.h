#pragma once

// What the kernel says about the system's clock, in a structure that Swift's module of the C library lacks.

/// Returns nonzero if the kernel says that the system's clock is synchronized with a source of time.
int CClockIsSynchronized(void);
