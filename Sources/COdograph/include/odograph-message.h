/* The sentence behind odograph_message; not installed. */
#ifndef ODOGRAPH_MESSAGE_H
#define ODOGRAPH_MESSAGE_H

#include <stddef.h>

/* Keeps a sentence for this thread; one that is too long is cut between two characters. */
void odograph_keep_message(const char *text, size_t length);

#endif
