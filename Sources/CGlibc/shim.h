#include <libintl.h>
#include <malloc.h>
