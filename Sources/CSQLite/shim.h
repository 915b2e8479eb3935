// SQLite's variadic calls and pointer-cast macros, which Swift cannot make. No logic here.
#pragma once
#include <errno.h>
#include <sqlite3.h>

// Put together of two, which Swift doesn't see through.
static const int csqlite_corrupt_vtab = SQLITE_CORRUPT_VTAB;
static const int csqlite_constraint_foreignkey = SQLITE_CONSTRAINT_FOREIGNKEY;

static inline int csqlite_db_config(sqlite3 *db, int option, int value, int *out) {
  return sqlite3_db_config(db, option, value, out);
}
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
// Binds bytes that stay in place until the statement is reset. `text` ends with a NUL and holds no other: FTS5 would
// copy it to append one.
static inline int csqlite_bind_kept_text(sqlite3_stmt *statement, int index, const char *text) {
  return sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}
static inline int csqlite_bind_kept_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
// Flushes the log to the storage (SQLITE_FCNTL_JOURNAL_POINTER: in WAL mode that is the log's file).
static inline int csqlite_flush_log(sqlite3 *db) {
  sqlite3_file *log = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (code != SQLITE_OK || !log || !log->pMethods) return code;
  return log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
}
// A step, and what the system refused last in it, or 0. SQLite keeps that for failed openings (sqlite3_system_errno), not
// for a failed write into its log; Swift can't read errno before its own code may change it.
static inline int csqlite_step(sqlite3_stmt *statement, int *error) {
  errno = 0;
  int code = sqlite3_step(statement);
  *error = errno;
  return code;
}
