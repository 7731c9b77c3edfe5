// Single requests for tiles, to be stored: over HTTP only, bounded, never sent elsewhere. libsoup needs a loop of GLib
// and the same thread for all of it, so the requests have a separate thread.
#pragma once

#include <stddef.h>

typedef struct OdoTileRequests OdoTileRequests;

typedef struct {
  // 0 if there was no answer; `pause` in seconds is negative if the server does not ask for one.
  unsigned status;
  double pause;
  // Where the server sends the request; may be NULL.
  const char *location;
  // The body of an answer of 200, of which one byte more than allowed may be there; otherwise NULL.
  const unsigned char *bytes;
  size_t length;
  // What was wrong with the connection; NULL if nothing was.
  const char *trouble;
} OdoTileResponse;

// Called once, on the thread of the requests; the response is valid during the call.
typedef void (*OdoTileReply)(void *data, const OdoTileResponse *response);

// Starts the thread. Nothing is requested yet.
OdoTileRequests *odo_tile_requests_new(const char *user_agent, unsigned connections, size_t most_bytes);
// Requests an address. May be called on any thread, as may the others.
void odo_tile_requests_get(OdoTileRequests *self, const char *address, OdoTileReply reply, void *data);
// Ends the requests that run, and those that follow; all of them fail.
void odo_tile_requests_cancel(OdoTileRequests *self);
// Ends the thread, once every request has been replied to.
void odo_tile_requests_free(OdoTileRequests *self);
