#include "CXML.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdlib.h>

struct CXMLStream {
    CXMLHandler handler;
    void *context;
    xmlParserCtxtPtr parser;
};

static void start(void *stream, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaceCount,
                  const xmlChar **namespaces, int attributeCount, int defaultedCount, const xmlChar **attributes) {
    CXMLStream *self = stream;
    self->handler.start(self->context, name, uri ? uri : prefix, attributeCount, attributes);
}

static void end(void *stream, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    CXMLStream *self = stream;
    self->handler.end(self->context, name, uri ? uri : prefix);
}

static void characters(void *stream, const xmlChar *bytes, int count) {
    CXMLStream *self = stream;
    self->handler.characters(self->context, bytes, count);
}

static void entity(void *stream, const xmlChar *name, int type, const xmlChar *publicId, const xmlChar *systemId,
                   xmlChar *content) {
    CXMLStream *self = stream;
    self->handler.entity(self->context);
}

CXMLStream *CXMLStreamOpen(const CXMLHandler *handler, void *context) {
    CXMLStream *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->handler = *handler;
    self->context = context;
    xmlSAXHandler sax = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = start,
        .endElementNs = end,
        .characters = characters,
        .cdataBlock = characters,
        .entityDecl = entity,
    };
    self->parser = xmlCreatePushParserCtxt(&sax, self, NULL, 0, NULL);
    if (!self->parser) {
        free(self);
        return NULL;
    }
    // No network access, no substitution of entities, and no output to standard error.
    xmlCtxtUseOptions(self->parser, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    return self;
}

int CXMLStreamRead(CXMLStream *self, const void *bytes, int count, int isLast) {
    return xmlParseChunk(self->parser, bytes, count, isLast);
}

void CXMLStreamStop(CXMLStream *self) { xmlStopParser(self->parser); }

void CXMLStreamPassOver(CXMLStream *self, const void *bytes, long count) {
    const unsigned char *byte = bytes;
    if (!self->parser->input) return;
    for (long place = 0; place < count; place++) self->parser->input->line += byte[place] == '\n';
}

long CXMLStreamLine(CXMLStream *self) { return self->parser->input ? self->parser->input->line : 0; }

const char *CXMLStreamError(CXMLStream *self, int *line) {
    const xmlError *error = xmlCtxtGetLastError(self->parser);
    if (!error || error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE) return NULL;
    *line = error->line;
    return error->message ? error->message : "is not XML";
}

void CXMLStreamClose(CXMLStream *self) {
    if (self->parser->myDoc) xmlFreeDoc(self->parser->myDoc);
    xmlFreeParserCtxt(self->parser);
    free(self);
}
