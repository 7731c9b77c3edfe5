#pragma once

// Confines the processes that read an iiod through libiio, and archives through libarchive. Written in C because the kernel headers of the oldest
// supported system do not cover all of Landlock, and because system call filters are built from macros.

/// The rights that a process keeps after it is confined.
typedef struct CConfinement {
    /// The paths below which it may read, terminated by NULL. Paths that do not exist are skipped.
    const char *const *readable;
    /// The paths below which it may read and write existing files, terminated by NULL.
    const char *const *writable;
    /// The only TCP port that it may connect to; 0 for no network access.
    unsigned short port;
    /// 1 if it works only on open files and on those that it receives: it may open none, and start no thread.
    int opensNothing;
    /// The maximum size of its data (heap, stacks), in bytes.
    unsigned long memory;
    /// The maximum number of open files and connections.
    unsigned long files;
} CConfinement;

/// The confinement that is active.
typedef struct CConfinementState {
    /// The active version of Landlock; 0 if there is none.
    int landlock;
    /// 1 if connections are restricted to the port, 0 if the kernel cannot restrict ports.
    int restrictsPort;
    /// 1 if a system call filter is active.
    int hasCallFilter;
} CConfinementState;

/// Prevents libxml2 from loading external files or addresses for a document.
void CConfinementBlockEntities(void);

/// Closes all descriptors except the first three, blocks external entities, and limits memory, files, and core dumps.
void CConfinementPrepare(const CConfinement *wish);

/// Lets this process, and every program that it starts, read and execute all files, but write only below a folder, and
/// takes the network from them. Returns 1 if both are enforced, 0 if the kernel cannot.
int CConfinementEnterFolder(const char *folder);

/// Drops all other rights permanently, as far as the kernel allows. Call it before there is a second thread.
CConfinementState CConfinementEnter(const CConfinement *wish);
