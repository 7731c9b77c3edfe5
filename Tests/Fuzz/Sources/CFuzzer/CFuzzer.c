#include "CFuzzer.h"

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one_input)(const uint8_t *data, size_t size));

int odograph_fuzz(int argc, char **argv, int (*one_input)(const uint8_t *data, size_t size)) {
    return LLVMFuzzerRunDriver(&argc, &argv, one_input);
}
