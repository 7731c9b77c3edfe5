/* The storage for odograph_message; not installed. */
#ifndef ODOGRAPH_MESSAGE_H
#define ODOGRAPH_MESSAGE_H

#include <stddef.h>

/* Keeps a message for this thread. Cuts a message that is too long between two characters. */
void odograph_keep_message(const char *text, size_t length);

#endif
