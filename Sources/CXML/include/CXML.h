#pragma once

// A push parser for Swift, based on libxml2. The headers of libxml2 are hidden because they import a different ICU from
// Foundation's, and one program cannot import both.

/// The callbacks for the parts of a document. Names and values are valid only during the call, except for namespace
/// names, which remain valid as long as the stream and have a unique address. An undeclared prefix is used as its own
/// namespace.
typedef struct CXMLHandler {
    /// `attributes` holds five pointers per attribute: name, prefix, namespace, start of value, and end of value.
    void (*start)(void *context, const unsigned char *name, const unsigned char *space, int attributeCount,
                  const unsigned char **attributes);
    void (*end)(void *context, const unsigned char *name, const unsigned char *space);
    void (*characters)(void *context, const unsigned char *bytes, int count);
    /// Called when the document declares an entity.
    void (*entity)(void *context);
} CXMLHandler;

typedef struct CXMLStream CXMLStream;

/// Creates a stream; returns NULL if there is not enough memory.
CXMLStream *CXMLStreamOpen(const CXMLHandler *handler, void *context);
/// Parses the next bytes; returns zero if no error has occurred in the document.
int CXMLStreamRead(CXMLStream *stream, const void *bytes, int count, int isLast);
/// Stops the parser, so that no more callbacks are called.
void CXMLStreamStop(CXMLStream *stream);
/// Counts the lines in bytes that the parser does not receive, so that later line numbers are correct.
void CXMLStreamPassOver(CXMLStream *stream, const void *bytes, long count);
/// Returns the current line, counted from 1.
long CXMLStreamLine(CXMLStream *stream);
/// Returns the error message and its line; NULL if there is no error except an undeclared prefix.
const char *CXMLStreamError(CXMLStream *stream, int *line);
/// Closes and frees the stream.
void CXMLStreamClose(CXMLStream *stream);
