#define _GNU_SOURCE
#include "CallFilter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
static const uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const uint32_t machine = AUDIT_ARCH_AARCH64;
#else
static const uint32_t machine = 0;
#endif

/// The calls that every process may make with any arguments.
static const int plainCalls[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_close, SYS_fstat, SYS_newfstatat, SYS_lseek, SYS_mmap,
    SYS_mprotect, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_exit, SYS_exit_group, SYS_clock_gettime,
    SYS_gettimeofday, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_restart_syscall, SYS_getpid,
    SYS_gettid, SYS_getrandom,
#ifdef SYS_time
    SYS_time,
#endif
};

/// The further calls of a process that captures sensors.
static const int captureCalls[] = {
    // Descriptors.
    SYS_pwrite64, SYS_statx, SYS_fcntl, SYS_dup, SYS_dup3, SYS_ppoll, SYS_pselect6, SYS_pipe2, SYS_eventfd2,
    SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create, SYS_timerfd_settime,
#ifdef SYS_open
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_poll, SYS_select, SYS_dup2, SYS_pipe,
    SYS_eventfd, SYS_epoll_create, SYS_epoll_wait,
#endif
    // Files; Landlock determines which ones.
    SYS_openat, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_getcwd, 439 /* faccessat2 */,
    // Threads.
    SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max, SYS_sched_get_priority_min,
    SYS_membarrier,
#ifdef SYS_rseq
    SYS_rseq,
#endif
    // Time.
    SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_getres, SYS_setitimer,
#ifdef SYS_alarm
    SYS_alarm,
#endif
    // Signals within the process.
    SYS_sigaltstack,
    // Information about the machine and the process.
    SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_sysinfo, SYS_getrusage,
    SYS_getrlimit,
};

/// The socket calls, for sensors of another machine.
static const int networkCalls[] = {
    SYS_connect, SYS_getsockopt, SYS_setsockopt, SYS_getsockname, SYS_getpeername, SYS_recvfrom, SYS_shutdown,
};

enum { longest = 512 };

struct filter {
    struct sock_filter code[longest];
    unsigned short length;
};

static void add(struct filter *filter, struct sock_filter instruction) {
    if (filter->length < longest) filter->code[filter->length] = instruction;
    filter->length++;
}

static void load(struct filter *filter, uint32_t offset) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

static void answer(struct filter *filter, uint32_t action) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/// Skips a number of instructions unless the value loaded last equals this one.
static void unless(struct filter *filter, uint32_t value, uint8_t skipped) {
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

static const uint32_t unknown = SECCOMP_RET_ERRNO | ENOSYS;
static const uint32_t denied = SECCOMP_RET_ERRNO | EPERM;

/// The low half of an argument; both supported machines are little-endian.
static uint32_t argument(int number) { return offsetof(struct seccomp_data, args) + 8 * (uint32_t)number; }

/// Allows a call only if a masked argument equals a value; otherwise the call fails with EPERM.
static void allowIf(struct filter *filter, int call, int number, uint32_t mask, uint32_t value) {
    unless(filter, (uint32_t)call, 5);
    load(filter, argument(number));
    add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    unless(filter, value, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    answer(filter, denied);
}

static void allowAll(struct filter *filter, const int *calls, size_t count) {
    for (size_t index = 0; index < count; index++) {
        unless(filter, (uint32_t)calls[index], 1);
        answer(filter, SECCOMP_RET_ALLOW);
    }
}

static void allowNetwork(struct filter *filter) {
    allowAll(filter, networkCalls, sizeof networkCalls / sizeof *networkCalls);
    // A destination could open a connection in spite of the port rule, so both halves of the pointer must be zero.
    unless(filter, SYS_sendto, 6);
    load(filter, argument(4));
    unless(filter, 0, 3);
    load(filter, argument(4) + 4);
    unless(filter, 0, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    answer(filter, denied);
    // Only internet stream sockets; one rule for each of the two address families.
    unless(filter, SYS_socket, 9);
    load(filter, argument(1));
    add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF));
    unless(filter, SOCK_STREAM, 5);
    load(filter, argument(0));
    unless(filter, AF_INET, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    unless(filter, AF_INET6, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    answer(filter, denied);
}

static void allowCapture(struct filter *filter, int usesNetwork) {
    allowAll(filter, captureCalls, sizeof captureCalls / sizeof *captureCalls);
    // New threads, but no new processes. clone3 hides its flags; without it, the C library uses clone.
    allowIf(filter, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD);
    // Signals only to this process.
    allowIf(filter, SYS_tgkill, 0, ~0u, (uint32_t)getpid());
    // Only the limits of this process.
    allowIf(filter, SYS_prlimit64, 0, ~0u, 0);
    allowIf(filter, SYS_prctl, 0, ~0u, PR_SET_NAME);
    // Only the ioctl calls that libiio uses for a sensor's buffer.
    allowIf(filter, SYS_ioctl, 1, 0xFF00, 'i' << 8);
    if (usesNetwork) allowNetwork(filter);
}

static void build(struct filter *filter, int opensNothing, int usesNetwork) {
    load(filter, offsetof(struct seccomp_data, arch));
    unless(filter, machine, 1);
    add(filter, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 1));
    answer(filter, denied);
    load(filter, offsetof(struct seccomp_data, nr));
    allowAll(filter, plainCalls, sizeof plainCalls / sizeof *plainCalls);
    if (opensNothing) {
        // Open files arrive over a socket.
        allowAll(filter, (const int[]){SYS_recvmsg}, 1);
    } else {
        allowCapture(filter, usesNetwork);
    }
    answer(filter, unknown);
}

static int install(const struct filter *filter) {
    if (filter->length > longest) return 0;
    const struct sock_fprog program = {.len = filter->length, .filter = (struct sock_filter *)filter->code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

int CallFilterForbidSockets(void) {
    if (machine == 0) return 0;
    // Rings make sockets without the call.
    static const int calls[] = {SYS_socket, 425 /* io_uring_setup */, SYS_ptrace, SYS_process_vm_writev};
    struct filter filter = {.length = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    unless(&filter, machine, 1);
    add(&filter, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 1));
    answer(&filter, denied);
    load(&filter, offsetof(struct seccomp_data, nr));
    // The x32 numbers of the same calls.
    add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
    answer(&filter, denied);
    for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
        unless(&filter, (uint32_t)calls[index], 1);
        answer(&filter, SECCOMP_RET_ERRNO | EACCES);
    }
    answer(&filter, SECCOMP_RET_ALLOW);
    return install(&filter);
}

int CallFilterInstall(int opensNothing, int usesNetwork) {
    if (machine == 0) return 0;
    struct filter filter = {.length = 0};
    build(&filter, opensNothing, usesNetwork);
    return install(&filter);
}
