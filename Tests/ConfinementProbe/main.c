// Enters the confinement of a capture child, or of one that opens nothing, and tries what it must not be able to do.
// For tests.
// usage: confinement-probe PORT OTHER-PORT FOLDER [nothing]      FOLDER holds readable/file and writable/file

#include "CConfinement.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void report(const char *what, int isAllowed) { printf("%s %d\n", what, isAllowed); }

static int opens(const char *folder, const char *name, int flags) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", folder, name);
    const int descriptor = open(path, flags, 0600);
    if (descriptor >= 0) close(descriptor);
    return descriptor >= 0;
}

static int connects(int port) {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return 0;
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int result = connect(descriptor, (const struct sockaddr *)&address, sizeof address);
    close(descriptor);
    return result == 0;
}

/// Opens a connection by its first bytes, past connect().
static int sendsFirst(int port) {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return 0;
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const long result =
        sendto(descriptor, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL, (const struct sockaddr *)&address, sizeof address);
    close(descriptor);
    return result >= 0;
}

static int hasSocket(int family, int type) {
    const int descriptor = socket(family, type, 0);
    if (descriptor >= 0) close(descriptor);
    return descriptor >= 0;
}

static int listens(void) {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    const struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return descriptor >= 0 && bind(descriptor, (const struct sockaddr *)&address, sizeof address) == 0;
}

static int forks(void) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    return child > 0;
}

static void *nothing(void *unused) { return unused; }

static int startsThread(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

static int reserves(size_t bytes) {
    void *volatile memory = malloc(bytes);
    free(memory);
    return memory != NULL;
}

/* The largest piece of memory that can be had, in megabytes. */
static int reservable(void) {
    int most = 0;
    while (most < 4096 && reserves((size_t)(most + 1) << 20)) most++;
    return most;
}

static int openable(void) {
    int count = 0;
    while (count < 4096 && dup(1) >= 0) count++;
    return count;
}

int main(int count, char **arguments) {
    if (count < 4) return 64;
    const char *folder = arguments[3];
    // No process has this number: what is tried on it can do no harm where it is allowed.
    const pid_t none = 0x7FFFFFFF;
    char readable[4096], writable[4096];
    snprintf(readable, sizeof readable, "%s/readable", folder);
    snprintf(writable, sizeof writable, "%s/writable", folder);
    const char *const readables[] = {readable, NULL}, *const writables[] = {writable, "/there/is/none", NULL};
    const CConfinement wish = {
        .readable = readables, .writable = writables, .port = (unsigned short)atoi(arguments[1]),
        .opensNothing = count > 4, .memory = 96 << 20, .files = 96};
    CConfinementPrepare(&wish);
    const CConfinementState state = CConfinementEnter(&wish);
    printf("landlock %d\nports %d\nfilter %d\n", state.landlock, state.restrictsPort, state.hasCallFilter);
    report("reads-readable", opens(folder, "/readable/file", O_RDONLY));
    report("reads-writable", opens(folder, "/writable/file", O_RDONLY));
    report("writes-writable", opens(folder, "/writable/file", O_WRONLY));
    report("connects", connects(atoi(arguments[1])));
    report("starts-thread", startsThread());
    report("reserves-little", reserves(32 << 20));
    printf("megabytes %d\n", reservable());
    puts("--");
    report("writes-readable", opens(folder, "/readable/file", O_WRONLY));
    report("reads-elsewhere", opens("", "/etc/passwd", O_RDONLY));
    report("creates", opens(folder, "/writable/new", O_WRONLY | O_CREAT));
    report("connects-elsewhere", connects(atoi(arguments[2])));
    report("sends-first", sendsFirst(atoi(arguments[2])));
    report("datagrams", hasSocket(AF_INET, SOCK_DGRAM));
    report("raw", hasSocket(AF_INET, SOCK_RAW));
    report("unix", hasSocket(AF_UNIX, SOCK_STREAM));
    report("netlink", hasSocket(AF_NETLINK, SOCK_RAW));
    report("listens", listens());
    report("forks", forks());
    report("executes", execl("/there/is/none", "none", (char *)NULL) == 0 || errno != ENOSYS);
    report("signals-parent", kill(getppid(), 0) == 0);
    report("traces", ptrace(PTRACE_ATTACH, none, NULL, NULL) == 0 || errno != ENOSYS);
    report("removes", unlink("/tmp/none-of-this-name") == 0 || errno != ENOSYS);
    printf("files %d\n", openable());
    return 0;
}
