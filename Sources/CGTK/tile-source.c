#include <libsoup/soup.h>

#include "CGTK.h"

// The largest tile that is taken, in bytes, and for how many days a kept one needs no question.
static const gsize LARGEST_TILE = 4 << 20;
static const int FRESH_DAYS = 7;
// Seconds until a server is given up, and how many tiles are asked for at once.
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

G_DEFINE_QUARK(odo-tile-error-quark, odo_tile_error)

// MARK: Tiles of a server

struct _OdoTileServer {
  ShumateDataSource parent_instance;
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

G_DEFINE_TYPE(OdoTileServer, odo_tile_server, SHUMATE_TYPE_DATA_SOURCE)

typedef struct {
  int x, y, zoom;
  GBytes *kept;
  SoupMessage *message;
  GInputStream *stream;
  GByteArray *bytes;
} Fetch;

static void fetch_free(gpointer data) {
  Fetch *fetch = data;
  g_clear_pointer(&fetch->kept, g_bytes_unref);
  g_clear_object(&fetch->message);
  g_clear_object(&fetch->stream);
  g_clear_pointer(&fetch->bytes, g_byte_array_unref);
  g_free(fetch);
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

// An old tile is better than none. A request that note_failure cancelled counts as failed.
static void fail(GTask *task, GError *error) {
  Fetch *fetch = g_task_get_task_data(task);
  gboolean is_cancelled = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (is_cancelled && !g_cancellable_is_cancelled(g_task_get_cancellable(task))) {
    g_clear_error(&error);
    error = g_error_new_literal(odo_tile_error_quark(), 0, "The tile server cannot be reached.");
    is_cancelled = FALSE;
  }
  if (fetch->kept != NULL && !is_cancelled) {
    g_task_return_pointer(task, g_bytes_ref(fetch->kept), (GDestroyNotify)g_bytes_unref);
    g_error_free(error);
  } else {
    g_task_return_error(task, error);
  }
  g_object_unref(task);
}

// The server has no such tile, which is not an error.
static void give_nothing(GTask *task) {
  g_task_return_pointer(task, NULL, NULL);
  g_object_unref(task);
}

static void on_portion(GObject *object, GAsyncResult *result, gpointer data) {
  GTask *task = data;
  Fetch *fetch = g_task_get_task_data(task);
  OdoTileServer *self = g_task_get_source_object(task);
  GError *error = NULL;
  g_autoptr(GBytes) portion = g_input_stream_read_bytes_finish(G_INPUT_STREAM(object), result, &error);
  if (portion == NULL) return fail(task, error);
  gsize length = 0;
  const guint8 *bytes = g_bytes_get_data(portion, &length);
  if (fetch->bytes->len + length > LARGEST_TILE)
    return fail(task, g_error_new_literal(odo_tile_error_quark(), 0, "The tile server sends more than a tile."));
  if (length > 0) {
    g_byte_array_append(fetch->bytes, bytes, (guint)length);
    g_input_stream_read_bytes_async(fetch->stream, PORTION, G_PRIORITY_LOW, g_task_get_cancellable(task), on_portion,
                                    task);
    return;
  }
  GBytes *whole = g_byte_array_free_to_bytes(g_steal_pointer(&fetch->bytes));
  const char *etag = soup_message_headers_get_one(soup_message_get_response_headers(fetch->message), "ETag");
  shumate_file_cache_store_tile_async(self->cache, fetch->x, fetch->y, fetch->zoom, whole, etag, NULL, NULL, NULL);
  g_task_return_pointer(task, whole, (GDestroyNotify)g_bytes_unref);
  g_object_unref(task);
}

static void on_answer(GObject *object, GAsyncResult *result, gpointer data) {
  GTask *task = data;
  Fetch *fetch = g_task_get_task_data(task);
  OdoTileServer *self = g_task_get_source_object(task);
  GError *error = NULL;
  fetch->stream = soup_session_send_finish(SOUP_SESSION(object), result, &error);
  if (fetch->stream == NULL) {
    if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) note_failure(self, fetch->message);
    return fail(task, error);
  }
  guint status = soup_message_get_status(fetch->message);
  if (is_failure(status)) note_failure(self, fetch->message);
  else note_answer(self);
  if (status == SOUP_STATUS_NOT_MODIFIED && fetch->kept != NULL) {
    shumate_file_cache_mark_up_to_date(self->cache, fetch->x, fetch->y, fetch->zoom);
    g_task_return_pointer(task, g_bytes_ref(fetch->kept), (GDestroyNotify)g_bytes_unref);
    g_object_unref(task);
    return;
  }
  if (status == SOUP_STATUS_NOT_FOUND || status == SOUP_STATUS_GONE) {
    if (g_hash_table_size(self->missing) >= MOST_MISSING) g_hash_table_remove_all(self->missing);
    g_hash_table_add(self->missing, g_uri_to_string(soup_message_get_uri(fetch->message)));
    return give_nothing(task);
  }
  if (status != SOUP_STATUS_OK)
    return fail(task, g_error_new(odo_tile_error_quark(), 0, "The tile server answers %u.", status));
  const char *type = soup_message_headers_get_content_type(soup_message_get_response_headers(fetch->message), NULL);
  if (type == NULL || !g_str_has_prefix(type, "image/"))
    return fail(task, g_error_new_literal(odo_tile_error_quark(), 0, "The tile server sends something else than pictures."));
  fetch->bytes = g_byte_array_new();
  g_input_stream_read_bytes_async(fetch->stream, PORTION, G_PRIORITY_LOW, g_task_get_cancellable(task), on_portion,
                                  task);
}

static void on_kept(GObject *object, GAsyncResult *result, gpointer data) {
  GTask *task = data;
  Fetch *fetch = g_task_get_task_data(task);
  OdoTileServer *self = g_task_get_source_object(task);
  g_autofree char *etag = NULL;
  g_autoptr(GDateTime) time = NULL;
  fetch->kept = shumate_file_cache_get_tile_finish(SHUMATE_FILE_CACHE(object), &etag, &time, result, NULL);
  if (fetch->kept != NULL && time != NULL) {
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    if (g_date_time_difference(now, time) < FRESH_DAYS * G_TIME_SPAN_DAY) {
      g_task_return_pointer(task, g_bytes_ref(fetch->kept), (GDestroyNotify)g_bytes_unref);
      g_object_unref(task);
      return;
    }
  }
  g_autofree char *address = address_of(self->template, fetch);
  // Whatever else an address may name, a file of this machine is no tile server.
  if (g_str_has_prefix(address, "http://") || g_str_has_prefix(address, "https://"))
    fetch->message = soup_message_new(SOUP_METHOD_GET, address);
  if (fetch->message == NULL)
    return fail(task, g_error_new_literal(odo_tile_error_quark(), 0,
                                          "The tile address has to begin with https:// or http://."));
  g_autofree char *name = g_uri_to_string(soup_message_get_uri(fetch->message));
  if (g_hash_table_contains(self->missing, name)) return give_nothing(task);
  if (self->pause != 0)
    return fail(task, g_error_new_literal(odo_tile_error_quark(), 0, "The tile server cannot be reached."));
  if (etag != NULL && fetch->kept != NULL)
    soup_message_headers_append(soup_message_get_request_headers(fetch->message), "If-None-Match", etag);
  soup_session_send_async(self->session, fetch->message, G_PRIORITY_LOW, g_task_get_cancellable(task), on_answer,
                          task);
}

static void server_get_async(ShumateDataSource *source, int x, int y, int zoom, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data) {
  OdoTileServer *self = ODO_TILE_SERVER(source);
  GTask *task = g_task_new(self, cancellable, callback, user_data);
  Fetch *fetch = g_new0(Fetch, 1);
  fetch->x = x;
  fetch->y = y;
  fetch->zoom = zoom;
  g_task_set_task_data(task, fetch, fetch_free);
  shumate_file_cache_get_tile_async(self->cache, x, y, zoom, cancellable, on_kept, task);
}

static GBytes *get_finish(ShumateDataSource *source, GAsyncResult *result, GError **error) {
  (void)source;
  return g_task_propagate_pointer(G_TASK(result), error);
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
  SHUMATE_DATA_SOURCE_CLASS(klass)->get_tile_data_async = server_get_async;
  SHUMATE_DATA_SOURCE_CLASS(klass)->get_tile_data_finish = get_finish;
}

static void odo_tile_server_init(OdoTileServer *self) {
  self->missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

ShumateDataSource *odo_tile_server_new(const char *template, const char *user_agent, guint cache_size,
                                       OdoTileReach reach, gpointer data, GDestroyNotify destroy) {
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
  return SHUMATE_DATA_SOURCE(self);
}

// MARK: Tiles that a callback reads, apart from the main thread

struct _OdoTileReader {
  ShumateDataSource parent_instance;
  OdoTileRead read;
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_TYPE(OdoTileReader, odo_tile_reader, SHUMATE_TYPE_DATA_SOURCE)

static void read_in_thread(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  (void)cancellable;
  OdoTileReader *self = ODO_TILE_READER(source);
  const int *place = data;
  char *trouble = NULL;
  GBytes *bytes = self->read(self->data, place[0], place[1], place[2], &trouble);
  if (bytes != NULL)
    g_task_return_pointer(task, bytes, (GDestroyNotify)g_bytes_unref);
  else if (trouble != NULL)
    g_task_return_new_error(task, odo_tile_error_quark(), 0, "%s", trouble);
  else
    g_task_return_pointer(task, NULL, NULL);
  g_free(trouble);
}

static void reader_get_async(ShumateDataSource *source, int x, int y, int zoom, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data) {
  g_autoptr(GTask) task = g_task_new(source, cancellable, callback, user_data);
  int *place = g_new(int, 3);
  place[0] = x;
  place[1] = y;
  place[2] = zoom;
  g_task_set_task_data(task, place, g_free);
  g_task_run_in_thread(task, read_in_thread);
}

static void reader_finalize(GObject *object) {
  OdoTileReader *self = ODO_TILE_READER(object);
  if (self->destroy != NULL) self->destroy(self->data);
  G_OBJECT_CLASS(odo_tile_reader_parent_class)->finalize(object);
}

static void odo_tile_reader_class_init(OdoTileReaderClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = reader_finalize;
  SHUMATE_DATA_SOURCE_CLASS(klass)->get_tile_data_async = reader_get_async;
  SHUMATE_DATA_SOURCE_CLASS(klass)->get_tile_data_finish = get_finish;
}

static void odo_tile_reader_init(OdoTileReader *self) { (void)self; }

ShumateDataSource *odo_tile_reader_new(OdoTileRead read, gpointer data, GDestroyNotify destroy) {
  OdoTileReader *self = g_object_new(ODO_TYPE_TILE_READER, NULL);
  self->read = read;
  self->data = data;
  self->destroy = destroy;
  return SHUMATE_DATA_SOURCE(self);
}
