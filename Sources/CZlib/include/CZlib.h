#pragma once

// Inflating with zlib, for Swift: its own interface is made of macros and of a struct that must not move.

#include <stddef.h>
#include <stdint.h>

typedef struct CZlibStream CZlibStream;

/// What one call of CZlibInflate came to.
enum CZlibResult { CZlibContinue = 0, CZlibEnd = 1, CZlibDamaged = 2, CZlibNoMemory = 3 };

/// Creates a stream: of gzip's format, or of bare deflate as in a zip file. NULL without memory.
CZlibStream *CZlibOpen(int isGzip);
/// Inflates; sets how many bytes were used of the input and how many were written to the output.
int CZlibInflate(
    CZlibStream *stream, const void *input, size_t inputCount, size_t *used, void *output, size_t outputCount,
    size_t *written);
/// Prepares the stream for another member behind the one that ended.
int CZlibReset(CZlibStream *stream);
/// Frees the stream.
void CZlibClose(CZlibStream *stream);
/// Returns the CRC-32 of bytes that follow others; zero to begin with.
uint32_t CZlibChecksum(uint32_t checksum, const void *bytes, size_t count);
