#ifndef CFUZZER_H
#define CFUZZER_H
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with a program's arguments; it may change them.
int odograph_fuzz(int argc, char **argv, int (*one_input)(const uint8_t *data, size_t size));

#endif
