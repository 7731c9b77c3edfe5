#pragma once

/// Allows only the system calls that capturing sensors requires; all others fail with ENOSYS. Returns 1 if the filter
/// is active, 0 if the kernel does not support it or the machine's calls are not known.
int CallFilterInstall(int usesNetwork);
