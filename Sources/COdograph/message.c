#include "odograph-message.h"
#include "odograph.h"

#include <string.h>

/* In C, because Swift has no thread-local variables. */
static _Thread_local char message[1024];

void odograph_keep_message(const char *text, size_t length) {
    if (length >= sizeof message) {
        length = sizeof message - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    if (length > 0) memcpy(message, text, length);
    message[length] = 0;
}

const char *odograph_message(void) { return message; }
