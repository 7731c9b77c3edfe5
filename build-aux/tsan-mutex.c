// Tells ThreadSanitizer of the waits of Swift's Mutex, which it does not see: the slow way in and out is in the
// standard library, which is not instrumented, and in the kernel. Preloaded by scripts/thread-check.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define HANDLE __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void Lock(uint32_t thread, HANDLE void *handle);
typedef SWIFT void Unlock(HANDLE void *handle);

SWIFT void lockSlow(uint32_t thread, HANDLE void *handle) __asm__(LOCK_SLOW);
SWIFT void lockSlow(uint32_t thread, HANDLE void *handle) {
    static Lock *next;
    if (!next) next = (Lock *)dlsym(RTLD_NEXT, LOCK_SLOW);
    next(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlockSlow(HANDLE void *handle) __asm__(UNLOCK_SLOW);
SWIFT void unlockSlow(HANDLE void *handle) {
    static Unlock *next;
    if (!next) next = (Unlock *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(handle);
    next(handle);
}
