#pragma once

// zlib for Swift, because zlib's interface consists of macros and of a struct that cannot be moved.

#include <stddef.h>

typedef struct CZlibStream CZlibStream;

/// The results of CZlibInflate.
enum CZlibResult { CZlibContinue = 0, CZlibEnd = 1, CZlibDamaged = 2, CZlibNoMemory = 3 };

/// Creates a stream for gzip data. Returns NULL if there is not enough memory.
CZlibStream *CZlibOpen(void);
/// Decompresses bytes; sets the number of input bytes used and the number of output bytes written.
int CZlibInflate(
    CZlibStream *stream, const void *input, size_t inputCount, size_t *used, void *output, size_t outputCount,
    size_t *written);
/// Prepares the stream for the next gzip member.
int CZlibReset(CZlibStream *stream);
/// Frees the stream.
void CZlibClose(CZlibStream *stream);
