#pragma once

// The parts of SQLite that only C can call: settings through functions with a variable number of arguments.

typedef struct sqlite3 sqlite3;

/// Protects a connection against a hostile file, before the file's schema is read: no triggers, no functions with side
/// effects in the schema, no direct changes of the schema, no extensions, no values above `largestValue` bytes, and no
/// queries of more than a million steps until CSQLiteTrust is called. Views are allowed if `takesViews` is nonzero.
/// Returns the number of settings that SQLite rejected.
int CSQLiteDefend(sqlite3 *connection, int largestValue, int takesViews);

/// Removes the step limit for queries, after the file has been checked.
void CSQLiteTrust(sqlite3 *connection);

/// Waits until all data written to the file system of an open folder is on disk. Returns zero on success.
int CSQLiteSynchronize(int folder);
