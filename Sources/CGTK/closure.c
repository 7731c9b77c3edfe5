#include "CGTK.h"
