#include <libsoup/soup.h>

#include "CGTK.h"

// Seconds until a server is given up, and the bytes that are read at once.
static const guint PATIENCE = 20;
static const gsize PORTION = 1 << 16;

// One GET over HTTP: its answer, bounded, and nothing else.
typedef struct {
  SoupMessage *message;
  GCancellable *cancellable;
  GInputStream *stream;
  GByteArray *bytes;
  gsize most_bytes;
  OdoTileReply reply;
  gpointer data;
} Request;

GObject *odo_tile_session_new(const char *user_agent, guint connections) {
  return G_OBJECT(soup_session_new_with_options("user-agent", user_agent, "timeout", PATIENCE, "max-conns-per-host",
                                                connections, NULL));
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
static void finish(Request *request, GBytes *bytes, const char *trouble) {
  OdoTileResponse response = {.pause = -1};
  if (request->message != NULL) {
    SoupMessageHeaders *headers = soup_message_get_response_headers(request->message);
    response.status = soup_message_get_status(request->message);
    response.pause = wished_pause(headers);
    response.location = soup_message_headers_get_one(headers, "Location");
  }
  response.bytes = bytes;
  response.trouble = trouble;
  request->reply(request->data, &response);
  g_clear_object(&request->message);
  g_clear_object(&request->cancellable);
  g_clear_object(&request->stream);
  g_clear_pointer(&request->bytes, g_byte_array_unref);
  g_free(request);
}

static void fail(Request *request, GError *error) {
  finish(request, NULL, error->message);
  g_error_free(error);
}

static void on_portion(GObject *object, GAsyncResult *result, gpointer data) {
  Request *request = data;
  GError *error = NULL;
  g_autoptr(GBytes) portion = g_input_stream_read_bytes_finish(G_INPUT_STREAM(object), result, &error);
  if (portion == NULL) return fail(request, error);
  gsize length = 0;
  const guint8 *bytes = g_bytes_get_data(portion, &length);
  // A body beyond the bound is cut there, which leaves one byte more than is allowed.
  gsize room = request->most_bytes + 1 - request->bytes->len;
  g_byte_array_append(request->bytes, bytes, (guint)MIN(length, room));
  if (length > 0 && length < room) {
    g_input_stream_read_bytes_async(request->stream, PORTION, G_PRIORITY_LOW, request->cancellable, on_portion,
                                    request);
    return;
  }
  g_autoptr(GBytes) whole = g_byte_array_free_to_bytes(g_steal_pointer(&request->bytes));
  finish(request, whole, NULL);
}

static void on_answer(GObject *object, GAsyncResult *result, gpointer data) {
  Request *request = data;
  GError *error = NULL;
  request->stream = soup_session_send_finish(SOUP_SESSION(object), result, &error);
  if (request->stream == NULL) return fail(request, error);
  if (soup_message_get_status(request->message) != SOUP_STATUS_OK) return finish(request, NULL, NULL);
  request->bytes = g_byte_array_new();
  g_input_stream_read_bytes_async(request->stream, PORTION, G_PRIORITY_LOW, request->cancellable, on_portion, request);
}

void odo_tile_request(GObject *session, const char *address, gsize most_bytes, GCancellable *cancellable,
                      OdoTileReply reply, gpointer data) {
  Request *request = g_new0(Request, 1);
  request->most_bytes = most_bytes;
  request->reply = reply;
  request->data = data;
  request->cancellable = g_object_ref(cancellable);
  // An address may name anything except a file of this machine, which is not a tile server.
  if (g_str_has_prefix(address, "http://") || g_str_has_prefix(address, "https://"))
    request->message = soup_message_new(SOUP_METHOD_GET, address);
  if (request->message == NULL) return finish(request, NULL, "The tile address has to begin with https:// or http://.");
  // Another server may have other rules.
  soup_message_add_flags(request->message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_async(SOUP_SESSION(session), request->message, G_PRIORITY_LOW, cancellable, on_answer, request);
}
