#define _GNU_SOURCE
#include "CSQLite.h"

#include <sqlite3.h>
#include <stddef.h>
#include <unistd.h>

/// The maximum number of SQLite virtual machine steps per query while a file is opened; a session needs some thousand.
static const int openingSteps = 1000000;

static int stop(void *unused) {
    (void)unused;
    return 1;
}

int CSQLiteDefend(sqlite3 *connection, int largestValue, int takesViews) {
    const struct {
        int setting, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, takesViews},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    int refused = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        int now = -1;
        if (sqlite3_db_config(connection, settings[i].setting, settings[i].value, &now) != SQLITE_OK ||
            now != settings[i].value) {
            refused++;
        }
    }
    // https://www.sqlite.org/security.html, "Untrusted SQLite Database Files". Session files stay below these limits.
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, largestValue);
    sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 100000);
    sqlite3_limit(connection, SQLITE_LIMIT_COLUMN, 100);
    sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(connection, SQLITE_LIMIT_COMPOUND_SELECT, 10);
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, 25000);
    sqlite3_limit(connection, SQLITE_LIMIT_FUNCTION_ARG, 8);
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50);
    sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
    sqlite3_progress_handler(connection, openingSteps, stop, NULL);
    return refused;
}

void CSQLiteTrust(sqlite3 *connection) { sqlite3_progress_handler(connection, 0, NULL, NULL); }

int CSQLiteSynchronize(int folder) { return syncfs(folder); }
