#include <libsoup/soup.h>

#include "CGTK.h"

// The largest tile that is taken, in bytes, and for how many days a kept one needs no question.
static const gsize LARGEST_TILE = 4 << 20;
static const int FRESH_DAYS = 7;
// Seconds until a server is given up, and how many tiles are requested at the same time.
static const guint PATIENCE = 20;
static const guint CONNECTIONS = 2;
static const gsize PORTION = 1 << 16;
// Seconds before the next request to a server that failed: the pause doubles with each failure up to the last value.
static const guint FIRST_PAUSE = 2;
static const guint LAST_PAUSE = 128;
// libsoup has no name for it.
static const guint TOO_MANY_REQUESTS = 429;
// The maximum number of remembered tiles that the server does not have; they are not requested again.
static const guint MOST_MISSING = 4096;
// The longest pause in seconds that a server can ask for (Retry-After).
static const guint LONGEST_PAUSE = 3600;

struct _OdoTileServer {
  GObject parent_instance;
  SoupSession *session;
  ShumateFileCache *cache;
  char *template;
  OdoTileReach reach;
  gpointer data;
  GDestroyNotify destroy;
  // The duration of the current or last pause in seconds; 0 while the server can be reached.
  guint pause;
  guint timer;
  // The address of the tile that failed first, which alone is requested after a pause.
  char *failed;
  GCancellable *probing;
  GHashTable *missing;
};

G_DEFINE_TYPE(OdoTileServer, odo_tile_server, G_TYPE_OBJECT)

typedef struct {
  OdoTileServer *server;
  int x, y, zoom;
  OdoTileAnswer answer;
  gpointer data;
  GBytes *kept;
  SoupMessage *message;
  GInputStream *stream;
  GByteArray *bytes;
} Fetch;

static void end(Fetch *fetch) {
  g_clear_pointer(&fetch->kept, g_bytes_unref);
  g_clear_object(&fetch->message);
  g_clear_object(&fetch->stream);
  g_clear_pointer(&fetch->bytes, g_byte_array_unref);
  g_object_unref(fetch->server);
  g_free(fetch);
}

// Answers a request and ends it.
static void finish(Fetch *fetch, GBytes *tile) {
  fetch->answer(fetch->data, tile, ODO_TILE_FINE, 0, NULL);
  end(fetch);
}

// Ends a request without a tile. An old tile is better than none.
static void fail(Fetch *fetch, OdoTileTrouble trouble, guint status, const char *text) {
  if (fetch->kept != NULL) return finish(fetch, fetch->kept);
  fetch->answer(fetch->data, NULL, trouble, status, text);
  end(fetch);
}

static char *address_of(const char *template, const Fetch *fetch) {
  g_autoptr(GString) address = g_string_new(template);
  const struct { const char *name; int value; } parts[] = {{"{x}", fetch->x}, {"{y}", fetch->y}, {"{z}", fetch->zoom}};
  for (gsize index = 0; index < G_N_ELEMENTS(parts); index++) {
    g_autofree char *text = g_strdup_printf("%d", parts[index].value);
    g_string_replace(address, parts[index].name, text, 0);
  }
  return g_string_free(g_steal_pointer(&address), FALSE);
}

static void ask_again(OdoTileServer *self);

static gboolean on_pause_end(gpointer data) {
  OdoTileServer *self = data;
  self->timer = 0;
  ask_again(self);
  return G_SOURCE_REMOVE;
}

// Begins a pause after a failure. The first failure cancels the requests in flight, so that each pause follows from one
// failure.
static void note_failure(OdoTileServer *self, SoupMessage *message) {
  if (self->timer != 0) return;
  gboolean is_first = self->pause == 0;
  self->pause = is_first ? FIRST_PAUSE : MIN(self->pause * 2, LAST_PAUSE);
  const char *wish = soup_message_headers_get_one(soup_message_get_response_headers(message), "Retry-After");
  guint64 seconds = 0;
  if (wish != NULL && g_ascii_string_to_unsigned(wish, 10, 0, G_MAXUINT32, &seconds, NULL))
    self->pause = (guint)MAX(self->pause, MIN(seconds, LONGEST_PAUSE));
  self->timer = g_timeout_add_seconds(self->pause, on_pause_end, self);
  if (!is_first) return;
  g_free(self->failed);
  self->failed = g_uri_to_string(soup_message_get_uri(message));
  soup_session_abort(self->session);
  if (self->reach != NULL) self->reach(self->data, FALSE);
}

static void note_answer(OdoTileServer *self) {
  if (self->pause == 0) return;
  self->pause = 0;
  if (self->timer != 0) g_source_remove(self->timer);
  self->timer = 0;
  if (self->reach != NULL) self->reach(self->data, TRUE);
}

// A server that is overloaded or broken needs a pause, too.
static gboolean is_failure(guint status) { return status >= 500 || status == TOO_MANY_REQUESTS; }

// A single request after a pause. It holds no reference to the server, whose end cancels it.
typedef struct {
  OdoTileServer *server;
  SoupMessage *message;
  GCancellable *cancellable;
} Probe;

static void on_probe(GObject *object, GAsyncResult *result, gpointer data) {
  Probe *probe = data;
  g_autoptr(GInputStream) stream = soup_session_send_finish(SOUP_SESSION(object), result, NULL);
  if (!g_cancellable_is_cancelled(probe->cancellable)) {
    OdoTileServer *self = probe->server;
    g_clear_object(&self->probing);
    if (stream == NULL || is_failure(soup_message_get_status(probe->message))) note_failure(self, probe->message);
    else note_answer(self);
  }
  g_object_unref(probe->message);
  g_object_unref(probe->cancellable);
  g_free(probe);
}

static void ask_again(OdoTileServer *self) {
  SoupMessage *message = soup_message_new(SOUP_METHOD_GET, self->failed);
  if (message == NULL) return;
  self->probing = g_cancellable_new();
  Probe *probe = g_new0(Probe, 1);
  probe->server = self;
  probe->message = message;
  probe->cancellable = g_object_ref(self->probing);
  soup_session_send_async(self->session, message, G_PRIORITY_LOW, self->probing, on_probe, probe);
}

// note_failure cancels the other requests.
static void fail_by(Fetch *fetch, GError *error) {
  gboolean is_cancelled = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  fail(fetch, is_cancelled ? ODO_TILE_UNREACHED : ODO_TILE_FAILED, 0, error->message);
  g_error_free(error);
}

// A page instead of a tile, such as that of a network that asks for a login, is not kept.
static gboolean is_text(SoupMessage *message) {
  const char *type = soup_message_headers_get_content_type(soup_message_get_response_headers(message), NULL);
  return type != NULL && (strstr(type, "html") != NULL || strstr(type, "json") != NULL || strstr(type, "xml") != NULL);
}

static void on_portion(GObject *object, GAsyncResult *result, gpointer data) {
  Fetch *fetch = data;
  GError *error = NULL;
  g_autoptr(GBytes) portion = g_input_stream_read_bytes_finish(G_INPUT_STREAM(object), result, &error);
  if (portion == NULL) return fail_by(fetch, error);
  gsize length = 0;
  const guint8 *bytes = g_bytes_get_data(portion, &length);
  if (fetch->bytes->len + length > LARGEST_TILE) return fail(fetch, ODO_TILE_TOO_LARGE, 0, NULL);
  if (length > 0) {
    g_byte_array_append(fetch->bytes, bytes, (guint)length);
    g_input_stream_read_bytes_async(fetch->stream, PORTION, G_PRIORITY_LOW, NULL, on_portion, fetch);
    return;
  }
  g_autoptr(GBytes) whole = g_byte_array_free_to_bytes(g_steal_pointer(&fetch->bytes));
  // An old tile is better than none.
  if (is_text(fetch->message)) return finish(fetch, fetch->kept != NULL ? fetch->kept : whole);
  const char *etag = soup_message_headers_get_one(soup_message_get_response_headers(fetch->message), "ETag");
  shumate_file_cache_store_tile_async(fetch->server->cache, fetch->x, fetch->y, fetch->zoom, whole, etag, NULL, NULL,
                                      NULL);
  finish(fetch, whole);
}

static void on_answer(GObject *object, GAsyncResult *result, gpointer data) {
  Fetch *fetch = data;
  OdoTileServer *self = fetch->server;
  GError *error = NULL;
  fetch->stream = soup_session_send_finish(SOUP_SESSION(object), result, &error);
  if (fetch->stream == NULL) {
    if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) note_failure(self, fetch->message);
    return fail_by(fetch, error);
  }
  guint status = soup_message_get_status(fetch->message);
  if (is_failure(status)) note_failure(self, fetch->message);
  else note_answer(self);
  if (status == SOUP_STATUS_NOT_MODIFIED && fetch->kept != NULL) {
    shumate_file_cache_mark_up_to_date(self->cache, fetch->x, fetch->y, fetch->zoom);
    return finish(fetch, fetch->kept);
  }
  if (status == SOUP_STATUS_NOT_FOUND || status == SOUP_STATUS_GONE || status == SOUP_STATUS_NO_CONTENT) {
    if (g_hash_table_size(self->missing) >= MOST_MISSING) g_hash_table_remove_all(self->missing);
    g_hash_table_add(self->missing, g_uri_to_string(soup_message_get_uri(fetch->message)));
    return finish(fetch, NULL);
  }
  if (status != SOUP_STATUS_OK) return fail(fetch, ODO_TILE_STATUS, status, NULL);
  fetch->bytes = g_byte_array_new();
  g_input_stream_read_bytes_async(fetch->stream, PORTION, G_PRIORITY_LOW, NULL, on_portion, fetch);
}

static void on_kept(GObject *object, GAsyncResult *result, gpointer data) {
  Fetch *fetch = data;
  OdoTileServer *self = fetch->server;
  g_autofree char *etag = NULL;
  g_autoptr(GDateTime) time = NULL;
  fetch->kept = shumate_file_cache_get_tile_finish(SHUMATE_FILE_CACHE(object), &etag, &time, result, NULL);
  if (fetch->kept != NULL && time != NULL) {
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    if (g_date_time_difference(now, time) < FRESH_DAYS * G_TIME_SPAN_DAY) return finish(fetch, fetch->kept);
  }
  g_autofree char *address = address_of(self->template, fetch);
  // An address may name anything except a file of this machine, which is not a tile server.
  if (g_str_has_prefix(address, "http://") || g_str_has_prefix(address, "https://"))
    fetch->message = soup_message_new(SOUP_METHOD_GET, address);
  if (fetch->message == NULL) return fail(fetch, ODO_TILE_NOT_WEB, 0, NULL);
  g_autofree char *name = g_uri_to_string(soup_message_get_uri(fetch->message));
  if (g_hash_table_contains(self->missing, name)) return finish(fetch, NULL);
  if (self->pause != 0) return fail(fetch, ODO_TILE_UNREACHED, 0, NULL);
  if (etag != NULL && fetch->kept != NULL)
    soup_message_headers_append(soup_message_get_request_headers(fetch->message), "If-None-Match", etag);
  soup_session_send_async(self->session, fetch->message, G_PRIORITY_LOW, NULL, on_answer, fetch);
}

void odo_tile_server_get(OdoTileServer *self, int x, int y, int zoom, OdoTileAnswer answer, gpointer data) {
  Fetch *fetch = g_new0(Fetch, 1);
  fetch->server = g_object_ref(self);
  fetch->x = x;
  fetch->y = y;
  fetch->zoom = zoom;
  fetch->answer = answer;
  fetch->data = data;
  shumate_file_cache_get_tile_async(self->cache, x, y, zoom, NULL, on_kept, fetch);
}

static void server_finalize(GObject *object) {
  OdoTileServer *self = ODO_TILE_SERVER(object);
  if (self->timer != 0) g_source_remove(self->timer);
  if (self->probing != NULL) g_cancellable_cancel(self->probing);
  g_clear_object(&self->probing);
  g_clear_pointer(&self->failed, g_free);
  g_clear_pointer(&self->missing, g_hash_table_unref);
  if (self->destroy != NULL) self->destroy(self->data);
  g_clear_object(&self->session);
  g_clear_object(&self->cache);
  g_clear_pointer(&self->template, g_free);
  G_OBJECT_CLASS(odo_tile_server_parent_class)->finalize(object);
}

static void odo_tile_server_class_init(OdoTileServerClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = server_finalize;
}

static void odo_tile_server_init(OdoTileServer *self) {
  self->missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

OdoTileServer *odo_tile_server_new(const char *template, const char *user_agent, guint cache_size, OdoTileReach reach,
                                   gpointer data, GDestroyNotify destroy) {
  OdoTileServer *self = g_object_new(ODO_TYPE_TILE_SERVER, NULL);
  self->template = g_strdup(template);
  self->reach = reach;
  self->data = data;
  self->destroy = destroy;
  g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, template, -1);
  g_autofree char *folder = g_build_filename(g_get_user_cache_dir(), "odograph", "tiles", NULL);
  self->cache = shumate_file_cache_new_full(cache_size, sum, folder);
  self->session = soup_session_new_with_options("user-agent", user_agent, "timeout", PATIENCE, "max-conns-per-host",
                                                CONNECTIONS, NULL);
  return self;
}
