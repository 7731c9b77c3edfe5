#pragma once

// What SQLite offers to C alone: settings through functions with a variable number of arguments.

typedef struct sqlite3 sqlite3;

/// Creates a connection believe nothing that its file says about itself, before its schema is read: no triggers, no
/// functions with side effects in the schema, no changes of the schema behind SQLite's back, nothing loaded, no value
/// above `largestValue` bytes, and no question of more than a million steps until CSQLiteTrust is called.
/// Returns zero where SQLite took every setting.
int CSQLiteDefend(sqlite3 *connection, int largestValue, int takesViews);

/// Lets questions take as long as they need: what the file says about itself was looked at.
void CSQLiteTrust(sqlite3 *connection);

/// Waits until everything written to the file system of an open folder is on disk. Returns zero if it is.
int CSQLiteSynchronize(int folder);
