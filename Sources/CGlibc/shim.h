#include <libintl.h>
#include <malloc.h>
#include <sys/timex.h>
