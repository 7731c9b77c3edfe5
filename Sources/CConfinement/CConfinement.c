#define _GNU_SOURCE
#include "CConfinement.h"

#include <fcntl.h>
#include <libxml/parser.h>
#include <malloc.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CallFilter.h"

// Landlock, as declared by <linux/landlock.h> of newer kernels; the system call numbers are the same on all machines.
enum { landlockCreate = 444, landlockAdd = 445, landlockRestrict = 446 };
enum { ruleVersion = 1, rulePath = 1, rulePort = 2 };

enum {
    mayExecute = 1 << 0,
    mayWriteFile = 1 << 1,
    mayReadFile = 1 << 2,
    mayReadFolder = 1 << 3,
    mayRefer = 1 << 13,
    mayTruncate = 1 << 14,
    mayControlDevice = 1 << 15,
};
enum { mayBind = 1 << 0, mayConnect = 1 << 1 };
/// Forbids abstract sockets and signals to processes outside the confinement.
enum { scopes = 1 << 0 | 1 << 1 };

struct landlockRules {
    uint64_t files, network, scoped;
};
struct landlockPath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));
struct landlockPort {
    uint64_t allowed, port;
};

static xmlParserInputPtr loadNothing(const char *url, const char *id, xmlParserCtxtPtr context) {
    (void)url, (void)id, (void)context;
    return NULL;
}

static void limit(int resource, unsigned long value) {
    struct rlimit now;
    if (getrlimit(resource, &now)) return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > value) now.rlim_max = value;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

void CConfinementBlockEntities(void) {
    xmlInitParser();
    xmlSetExternalEntityLoader(loadNothing);
}

void CConfinementPrepare(const CConfinement *wish) {
    // close_range. On older kernels, the parent has closed the descriptors that it knew.
    syscall(436, 3u, ~0u, 0u);
    CConfinementBlockEntities();
    // A single memory arena, because each additional one reserves its own memory.
    mallopt(M_ARENA_MAX, 1);
    limit(RLIMIT_DATA, wish->memory);
    limit(RLIMIT_NOFILE, wish->files);
    limit(RLIMIT_FSIZE, 1 << 16);
    limit(RLIMIT_CORE, 0);
    prctl(PR_SET_DUMPABLE, 0);
}

static void allow(int rules, const char *path, uint64_t folder, uint64_t file) {
    const int descriptor = open(path, O_PATH | O_CLOEXEC);
    struct stat info;
    if (descriptor < 0) return;
    if (fstat(descriptor, &info) == 0) {
        const struct landlockPath rule = {.allowed = S_ISDIR(info.st_mode) ? folder : file, .parent = descriptor};
        syscall(landlockAdd, rules, rulePath, &rule, 0);
    }
    close(descriptor);
}

/// Returns the rights that a version of Landlock supports.
static struct landlockRules handled(int version) {
    struct landlockRules rules = {.files = (1 << 13) - 1};
    if (version >= 2) rules.files |= mayRefer;
    if (version >= 3) rules.files |= mayTruncate;
    if (version >= 4) rules.network = mayBind | mayConnect;
    if (version >= 5) rules.files |= mayControlDevice;
    if (version >= 6) rules.scoped = scopes;
    return rules;
}

static int restrictFiles(const CConfinement *wish, int *restrictsPort) {
    const int version = (int)syscall(landlockCreate, NULL, 0, ruleVersion);
    if (version < 1) return 0;
    struct landlockRules all = handled(version);
    // Older kernels accept fields that they do not know if these are zero.
    const int rules = (int)syscall(landlockCreate, &all, sizeof all, 0);
    if (rules < 0) return 0;
    const uint64_t reading = mayReadFile;
    const uint64_t writing = (mayReadFile | mayWriteFile | mayTruncate | mayControlDevice) & all.files;
    for (const char *const *path = wish->readable; *path; path++) allow(rules, *path, reading | mayReadFolder, reading);
    for (const char *const *path = wish->writable; *path; path++) allow(rules, *path, writing | mayReadFolder, writing);
    if (version >= 4 && wish->port) {
        const struct landlockPort rule = {.allowed = mayConnect, .port = wish->port};
        syscall(landlockAdd, rules, rulePort, &rule, 0);
    }
    const int refused = (int)syscall(landlockRestrict, rules, 0);
    close(rules);
    *restrictsPort = !refused && version >= 4;
    return refused ? 0 : version;
}

int CConfinementEnterFolder(const char *folder) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 0;
    const int version = (int)syscall(landlockCreate, NULL, 0, ruleVersion);
    if (version < 1) return 0;
    struct landlockRules all = handled(version);
    const uint64_t reading = mayReadFile | mayReadFolder | mayExecute;
    const int rules = (int)syscall(landlockCreate, &all, sizeof all, 0);
    if (rules < 0) return 0;
    allow(rules, "/", reading, reading & ~(uint64_t)mayReadFolder);
    allow(rules, folder, all.files, reading & ~(uint64_t)mayReadFolder);
    allow(rules, "/dev/null", all.files, (mayReadFile | mayWriteFile | mayTruncate) & all.files);
    const int refused = (int)syscall(landlockRestrict, rules, 0);
    close(rules);
    return !refused && CallFilterForbidSockets();
}

CConfinementState CConfinementEnter(const CConfinement *wish) {
    CConfinementState state = {0};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return state;
    state.landlock = restrictFiles(wish, &state.restrictsPort);
    state.hasCallFilter = CallFilterInstall(wish->opensNothing, wish->port != 0);
    return state;
}
