#include "CTileRequest.h"

#include <libsoup/soup.h>

// Seconds until a server is given up, and the bytes of one read.
static const guint PATIENCE = 20;
static const gsize PORTION = 1 << 16;

struct OdoTileRequests {
  char *user_agent;
  guint connections;
  gsize most_bytes;
  GMainContext *context;
  GMainLoop *loop;
  // Of the thread alone, as libsoup demands.
  SoupSession *session;
  GCancellable *cancellable;
};

// One GET over HTTP: its answer, bounded, and nothing else.
typedef struct {
  OdoTileRequests *requests;
  char *address;
  SoupMessage *message;
  GInputStream *stream;
  GByteArray *bytes;
  OdoTileReply reply;
  void *data;
} Request;

static gpointer serve(gpointer data) {
  OdoTileRequests *self = data;
  g_main_context_push_thread_default(self->context);
  self->session = soup_session_new_with_options("user-agent", self->user_agent, "timeout", PATIENCE,
                                                "max-conns-per-host", self->connections, NULL);
  g_main_loop_run(self->loop);
  g_clear_object(&self->session);
  // What the session has left to do.
  while (g_main_context_iteration(self->context, FALSE)) {}
  g_main_context_pop_thread_default(self->context);
  g_main_loop_unref(self->loop);
  g_main_context_unref(self->context);
  g_object_unref(self->cancellable);
  g_free(self->user_agent);
  g_free(self);
  return NULL;
}

OdoTileRequests *odo_tile_requests_new(const char *user_agent, unsigned connections, size_t most_bytes) {
  OdoTileRequests *self = g_new0(OdoTileRequests, 1);
  self->user_agent = g_strdup(user_agent);
  self->connections = connections;
  self->most_bytes = most_bytes;
  self->context = g_main_context_new();
  self->loop = g_main_loop_new(self->context, FALSE);
  self->cancellable = g_cancellable_new();
  g_thread_unref(g_thread_new("tile requests", serve, self));
  return self;
}

// Does something on the thread of the requests, in the order of the calls.
static void later(OdoTileRequests *self, GSourceFunc work, gpointer data) {
  GSource *source = g_idle_source_new();
  g_source_set_priority(source, G_PRIORITY_DEFAULT);
  g_source_set_callback(source, work, data, NULL);
  g_source_attach(source, self->context);
  g_source_unref(source);
}

// Seconds that the server wishes to be left alone, as a number or as a date; negative if it does not say.
static double wished_pause(SoupMessageHeaders *headers) {
  const char *wish = soup_message_headers_get_one(headers, "Retry-After");
  if (wish == NULL) return -1;
  guint64 seconds = 0;
  if (g_ascii_string_to_unsigned(wish, 10, 0, G_MAXUINT32, &seconds, NULL)) return (double)seconds;
  g_autoptr(GDateTime) date = soup_date_time_new_from_http_string(wish);
  if (date == NULL) return -1;
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  return (double)MAX(0, g_date_time_difference(date, now)) / G_TIME_SPAN_SECOND;
}

// Replies and ends the request.
static void finish(Request *request, const char *trouble) {
  OdoTileResponse response = {.pause = -1, .trouble = trouble};
  if (request->message != NULL) {
    SoupMessageHeaders *headers = soup_message_get_response_headers(request->message);
    response.status = soup_message_get_status(request->message);
    response.pause = wished_pause(headers);
    response.location = soup_message_headers_get_one(headers, "Location");
  }
  if (request->bytes != NULL) {
    response.bytes = request->bytes->data;
    response.length = request->bytes->len;
  }
  request->reply(request->data, &response);
  g_free(request->address);
  g_clear_object(&request->message);
  g_clear_object(&request->stream);
  g_clear_pointer(&request->bytes, g_byte_array_unref);
  g_free(request);
}

static void fail(Request *request, GError *error) {
  finish(request, error->message);
  g_error_free(error);
}

static void read_portion(Request *request);

static void on_portion(GObject *object, GAsyncResult *result, gpointer data) {
  Request *request = data;
  GError *error = NULL;
  g_autoptr(GBytes) portion = g_input_stream_read_bytes_finish(G_INPUT_STREAM(object), result, &error);
  if (portion == NULL) return fail(request, error);
  gsize length = 0;
  const guint8 *bytes = g_bytes_get_data(portion, &length);
  // A body beyond the bound is cut there, which leaves one byte more than is allowed.
  gsize room = request->requests->most_bytes + 1 - request->bytes->len;
  g_byte_array_append(request->bytes, bytes, (guint)MIN(length, room));
  if (length > 0 && length < room) return read_portion(request);
  finish(request, NULL);
}

static void read_portion(Request *request) {
  g_input_stream_read_bytes_async(request->stream, PORTION, G_PRIORITY_DEFAULT, request->requests->cancellable,
                                  on_portion, request);
}

static void on_answer(GObject *object, GAsyncResult *result, gpointer data) {
  Request *request = data;
  GError *error = NULL;
  request->stream = soup_session_send_finish(SOUP_SESSION(object), result, &error);
  if (request->stream == NULL) return fail(request, error);
  if (soup_message_get_status(request->message) != SOUP_STATUS_OK) return finish(request, NULL);
  request->bytes = g_byte_array_new();
  read_portion(request);
}

static gboolean begin(gpointer data) {
  Request *request = data;
  OdoTileRequests *self = request->requests;
  // An address may name anything except a file of this machine, which is not a tile server.
  if (g_str_has_prefix(request->address, "http://") || g_str_has_prefix(request->address, "https://"))
    request->message = soup_message_new(SOUP_METHOD_GET, request->address);
  if (request->message == NULL) {
    finish(request, "the address is not one of the web");
    return G_SOURCE_REMOVE;
  }
  // Another server may have other rules.
  soup_message_add_flags(request->message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_async(self->session, request->message, G_PRIORITY_DEFAULT, self->cancellable, on_answer, request);
  return G_SOURCE_REMOVE;
}

void odo_tile_requests_get(OdoTileRequests *self, const char *address, OdoTileReply reply, void *data) {
  Request *request = g_new0(Request, 1);
  request->requests = self;
  request->address = g_strdup(address);
  request->reply = reply;
  request->data = data;
  later(self, begin, request);
}

static gboolean cancel(gpointer data) {
  OdoTileRequests *self = data;
  g_cancellable_cancel(self->cancellable);
  return G_SOURCE_REMOVE;
}

void odo_tile_requests_cancel(OdoTileRequests *self) { later(self, cancel, self); }

static gboolean end(gpointer data) {
  OdoTileRequests *self = data;
  g_main_loop_quit(self->loop);
  return G_SOURCE_REMOVE;
}

void odo_tile_requests_free(OdoTileRequests *self) { later(self, end, self); }
