#include "CClock.h"

#include <sys/timex.h>

int CClockIsSynchronized(void) {
    struct timex state = {0};
    return adjtimex(&state) >= 0 && !(state.status & STA_UNSYNC);
}
