#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct CZlibStream {
    z_stream state;
};

CZlibStream *CZlibOpen(void) {
    CZlibStream *stream = calloc(1, sizeof(*stream));
    if (!stream) return NULL;
    if (inflateInit2(&stream->state, MAX_WBITS + 16) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

int CZlibInflate(
    CZlibStream *stream, const void *input, size_t inputCount, size_t *used, void *output, size_t outputCount,
    size_t *written) {
    uInt in = inputCount > UINT_MAX ? UINT_MAX : (uInt)inputCount;
    uInt out = outputCount > UINT_MAX ? UINT_MAX : (uInt)outputCount;
    stream->state.next_in = (Bytef *)input;
    stream->state.avail_in = in;
    stream->state.next_out = output;
    stream->state.avail_out = out;
    int status = inflate(&stream->state, Z_NO_FLUSH);
    *used = in - stream->state.avail_in;
    *written = out - stream->state.avail_out;
    switch (status) {
    case Z_OK:
    case Z_BUF_ERROR: return CZlibContinue;
    case Z_STREAM_END: return CZlibEnd;
    case Z_MEM_ERROR: return CZlibNoMemory;
    default: return CZlibDamaged;
    }
}

int CZlibReset(CZlibStream *stream) { return inflateReset(&stream->state) == Z_OK; }

void CZlibClose(CZlibStream *stream) {
    inflateEnd(&stream->state);
    free(stream);
}
