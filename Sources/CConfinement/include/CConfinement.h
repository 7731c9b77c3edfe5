#pragma once

// Confines the process that reads an iiod through libiio, for Swift: the kernel's headers of the oldest system that we
// build on do not know all of Landlock, and a filter of system calls is made of macros.

/// What a process may still do once it is confined.
typedef struct CConfinement {
    /// Paths below which it may read, ended by NULL. One that does not exist is left out.
    const char *const *readable;
    /// Paths below which it may read and write existing files, ended by NULL.
    const char *const *writable;
    /// The one TCP port that it may connect to; 0 if it may use no network at all.
    unsigned short port;
    /// Bytes of data (heap, stacks) that it may reserve.
    unsigned long memory;
    /// Files and connections that it may have open.
    unsigned long files;
} CConfinement;

/// How a process is confined.
typedef struct CConfinementState {
    /// The version of Landlock in force, 0 if there is none.
    int landlock;
    /// 1 if the port that it may connect to is in force, 0 if the kernel cannot restrict ports.
    int restrictsPort;
    /// 1 if a filter of system calls is in force.
    int hasCallFilter;
} CConfinementState;

/// Keeps libxml2 from loading anything from outside of a document: no file, no address.
void CConfinementBlockEntities(void);

/// Closes everything but the first three descriptors, blocks external entities, and limits memory, files and core
/// dumps.
void CConfinementPrepare(const CConfinement *wish);

/// Takes the rights away for good, as far as the kernel can; to be called before there is a second thread.
CConfinementState CConfinementEnter(const CConfinement *wish);
