// Makes a disk slow: each fsync and fdatasync takes SYNC_SECONDS longer, one after the other, as on a disk with one queue.
// One that begins within HANG_SECONDS from HANG_AFTER, seconds since the program started, lasts until they are over.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static double start;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(const char *name) {
    const char *text = getenv(name);
    return text ? atof(text) : 0;
}

__attribute__((constructor)) static void note(void) { start = now(); }

static int slowly(const char *name, int descriptor) {
    static pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER;
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    pthread_mutex_lock(&disk);
    double wait = seconds("SYNC_SECONDS"), since = now() - start, hang = seconds("HANG_AFTER");
    if (hang > 0 && since >= hang && since < hang + seconds("HANG_SECONDS")) wait = hang + seconds("HANG_SECONDS") - since;
    struct timespec rest = {.tv_sec = (time_t)wait, .tv_nsec = (long)((wait - (double)(time_t)wait) * 1e9)};
    while (nanosleep(&rest, &rest) != 0) {}
    int status = sync(descriptor);
    pthread_mutex_unlock(&disk);
    return status;
}

int fsync(int descriptor) { return slowly("fsync", descriptor); }
int fdatasync(int descriptor) { return slowly("fdatasync", descriptor); }
