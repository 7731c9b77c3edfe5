#pragma once

// A push parser over libxml2, for Swift. libxml2's own headers stay out of sight: they bring those of another ICU than
// Foundation's, and one program cannot import both.

/// Called for each piece of a document; names and values live only during the call, except for the name of a namespace,
/// which lives as long as the stream and has one address. A prefix that nobody declared is used as its own namespace.
typedef struct CXMLHandler {
    /// `attributes` holds five pointers an attribute: name, prefix, namespace, start and end of the value.
    void (*start)(void *context, const unsigned char *name, const unsigned char *space, int attributeCount,
                  const unsigned char **attributes);
    void (*end)(void *context, const unsigned char *name, const unsigned char *space);
    void (*characters)(void *context, const unsigned char *bytes, int count);
    /// The document declares an entity.
    void (*entity)(void *context);
} CXMLHandler;

typedef struct CXMLStream CXMLStream;

/// Creates a stream; NULL without memory.
CXMLStream *CXMLStreamOpen(const CXMLHandler *handler, void *context);
/// Reads the next piece; returns zero as long as nothing is wrong with the document.
int CXMLStreamRead(CXMLStream *stream, const void *bytes, int count, int isLast);
/// Stops it; nothing is called from then on.
void CXMLStreamStop(CXMLStream *stream);
/// Counts the lines of bytes that the parser is not given, so that it names those after them right.
void CXMLStreamPassOver(CXMLStream *stream, const void *bytes, long count);
/// The line it stands in, from one.
long CXMLStreamLine(CXMLStream *stream);
/// What is wrong, and in which line; NULL where it is only a prefix that nobody declared.
const char *CXMLStreamError(CXMLStream *stream, int *line);
/// Ends and frees it.
void CXMLStreamClose(CXMLStream *stream);
