#pragma once

/// Lets only those system calls through that a capture of sensors needs; any other one is answered with ENOSYS.
/// Returns 1 if the filter is in force, 0 if the kernel has none or the machine's calls are not known here.
int CallFilterInstall(int usesNetwork);
