#pragma once

/// Allows only the system calls that capturing sensors requires, or those of a process that opens nothing; all others
/// fail with ENOSYS. Returns 1 if the filter is active, 0 if the kernel does not support it or the machine's calls are
/// not known.
int CallFilterInstall(int opensNothing, int usesNetwork);

/// Forbids sockets, which fail with EACCES, and the calls that could replace them; allows all other calls. Returns as
/// CallFilterInstall.
int CallFilterForbidSockets(void);
