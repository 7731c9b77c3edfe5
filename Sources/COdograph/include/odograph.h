/* The fusion core of Odograph as a C library.
 *
 * A run accepts the events of one session as columns, computes every estimate, and returns the estimates as columns:
 *
 *     odograph_run run;
 *     odograph_parameter set[] = {{"simplifier.tolerance", NULL, 5.0}};
 *     if (odograph_create(set, 1, &run) != ODOGRAPH_OK) puts(odograph_message());
 *     odograph_column fixes[] = {
 *         {"time", ODOGRAPH_INTEGER, 0, times, n},           nanoseconds since 1970
 *         {"latitude", ODOGRAPH_NUMBER, 0, latitudes, n},    degrees
 *         {"longitude", ODOGRAPH_NUMBER, 0, longitudes, n},
 *         {"horizontalAccuracy", ODOGRAPH_NUMBER, 0, accuracies, n},
 *     };
 *     odograph_push(run, "fix", fixes, 4);
 *     odograph_finish(run, 0);
 *     int64_t rows = odograph_count(run, "smoothed");
 *     odograph_read(run, "smoothed", "latitude", latitudes, rows);
 *     odograph_free(run);
 *
 * Times are nanoseconds since 1970-01-01T00:00:00Z in 64-bit integers, because a double is not precise enough. Angles
 * of positions are in degrees; everything else is in SI units. A missing number is NaN, a missing integer INT64_MIN, a
 * missing word -1, and a missing text NULL. Every event needs its time; a missing one counts as 0.
 *
 * Tables that odograph_push accepts (odograph_describe lists their columns with units; * marks required columns).
 * Every table has time*, received (the arrival time; by default, the event's own time), and sequence.
 *
 *     fix            latitude, longitude (degrees), altitude, horizontalAccuracy, verticalAccuracy (m, 1-sigma),
 *                    speed, speedAccuracy, climb (m/s), course, courseAccuracy (degrees), mode, satellites,
 *                    horizontalDilution, accuracyIsDilution, timeIsArrival, device
 *     acceleration   x*, y*, z* (m/s^2, gravity included), device
 *     rotation       x*, y*, z* (rad/s), device
 *     magneticField  x*, y*, z* (microtesla), device
 *     pressure       value* (kPa), device
 *     heartRate, cadence    value* (per minute), device
 *     sensorSpeed    value* (m/s, measured without a position), device
 *     tick, reset, other    a tick of the recorder's clock; a restart; an event that no estimate depends on
 *     parameter, correction, statement, span, source, learned     what a session states besides its samples
 *
 * Order: events are sorted by time, and ticks of the clock are inserted, unless every push has the column sequence. In
 * that case, they are the events of a recorded session: they are consumed in the order of sequence, and no ticks are
 * inserted.
 *
 * Every function can be called on any thread; calls on the same run wait for each other. No function calls back. An
 * array that is passed must contain at least as many values as its count states, and is not used after the call.
 */
#ifndef ODOGRAPH_H
#define ODOGRAPH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes if programs built with the previous version would fail. */
#define ODOGRAPH_VERSION 1

/* A run; never 0. It is a number, not an address, so that a freed run is detected. */
typedef uint64_t odograph_run;

/* Results: 0, or the kind of error. */
#define ODOGRAPH_OK 0
/* There is no such run: it was never created, or it was freed. */
#define ODOGRAPH_NO_RUN (-1)
/* The run is in the wrong state for this call: it has already finished, or it has not finished yet. */
#define ODOGRAPH_WRONG_STATE (-2)
/* No table, column, or parameter has this name. */
#define ODOGRAPH_UNKNOWN_NAME (-3)
/* A value is outside what its column or parameter accepts. */
#define ODOGRAPH_BAD_VALUE (-4)
/* A pointer is NULL, a count is negative, a type is wrong, lengths differ, or a column is missing. */
#define ODOGRAPH_BAD_SHAPE (-5)
/* There are more rows, columns, or runs than the library accepts. */
#define ODOGRAPH_TOO_MANY (-6)

/* Types of columns. */
#define ODOGRAPH_NUMBER 1  /* double */
#define ODOGRAPH_INTEGER 2 /* int64_t */
#define ODOGRAPH_WORD 3    /* int32_t, a code that odograph_word converts to a word; never in odograph_push */
#define ODOGRAPH_FLAG 4    /* uint8_t, 0 or 1 */
#define ODOGRAPH_TEXT 5    /* const char *, UTF-8 */

/* Options of odograph_finish. */
#define ODOGRAPH_KEEP_MOTION 1 /* fills the tables attitude and gravity with a row per motion sample */

/* A column of events for odograph_push. */
typedef struct odograph_column {
    const char *name;
    int32_t type;
    int32_t reserved; /* 0 */
    const void *values;
    int64_t count;
} odograph_column;

/* A parameter: a number or, if word is not NULL, a word. The words for switches are true and false. */
typedef struct odograph_parameter {
    const char *name;
    const char *word;
    double number;
} odograph_parameter;

/* The description of a column. The texts are valid until the process ends. */
typedef struct odograph_column_info {
    const char *name;
    const char *unit; /* empty if it has none */
    int32_t type;
    int32_t is_required;
} odograph_column_info;

/* Returns the ODOGRAPH_VERSION of the library. */
int32_t odograph_version(void);

/* Returns the message about the last failed call on this thread. Valid until the next call on this thread. */
const char *odograph_message(void);

/* Creates a run with parameters that override the defaults. Sets `run` to 0 if that fails. */
int32_t odograph_create(const odograph_parameter *parameters, int64_t count, odograph_run *run);

/* Copies columns of equal lengths to a table of events. Can be called again to add more rows. O(rows). */
int32_t odograph_push(odograph_run run, const char *table, const odograph_column *columns, int64_t count);

/* Runs the core over all events and finishes the track. Afterwards, nothing can be pushed. O(rows log rows). */
int32_t odograph_finish(odograph_run run, int32_t options);

/* Returns the number of rows of a table of estimates, or the kind of error. */
int64_t odograph_count(odograph_run run, const char *table);

/* Copies a column of estimates to `values`, an array of `capacity` elements. Texts are valid until odograph_free. */
int32_t odograph_read(odograph_run run, const char *table, const char *column, void *values, int64_t capacity);

/* Frees a run. Returns ODOGRAPH_NO_RUN if it was already freed. */
int32_t odograph_free(odograph_run run);

/* Returns the name of a table by index, or NULL after the last. Tables of estimates follow those of events. */
const char *odograph_table(int32_t index, int32_t *is_input);

/* Describes a column of a table by index. Returns ODOGRAPH_UNKNOWN_NAME after the last. */
int32_t odograph_describe(const char *table, int32_t index, odograph_column_info *info);

/* Returns the word for a code in a column of estimates, valid until the process ends; NULL for an unused code. */
const char *odograph_word(const char *table, const char *column, int32_t code);

#ifdef __cplusplus
}
#endif

#endif
