#include "CGTK.h"

struct _OdoPictureMapSource {
  ShumateMapSource parent_instance;
  ShumateDataSource *source;
  OdoTileTrouble trouble;
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_TYPE(OdoPictureMapSource, odo_picture_map_source, SHUMATE_TYPE_MAP_SOURCE)

// The largest picture that a tile server is believed, in pixels a side.
static const int LARGEST_SIDE = 2048;

// Ends the decoding of a picture that would fill the memory before the first of its lines is.
static void on_size(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  (void)data;
  if (width > LARGEST_SIDE || height > LARGEST_SIDE) gdk_pixbuf_loader_set_size(loader, 0, 0);
}

static GdkPixbuf *decode(GBytes *bytes, GError **error) {
  gsize length = 0;
  const guchar *data = g_bytes_get_data(bytes, &length);
  g_autoptr(GdkPixbufLoader) loader = gdk_pixbuf_loader_new();
  g_signal_connect(loader, "size-prepared", G_CALLBACK(on_size), NULL);
  gboolean isPicture = gdk_pixbuf_loader_write(loader, data, length, NULL);
  isPicture = gdk_pixbuf_loader_close(loader, NULL) && isPicture;
  GdkPixbuf *pixbuf = isPicture ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
  if (pixbuf == NULL || gdk_pixbuf_get_width(pixbuf) > LARGEST_SIDE || gdk_pixbuf_get_height(pixbuf) > LARGEST_SIDE) {
    g_set_error_literal(error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_CORRUPT_IMAGE, "The tile is no picture of a tile.");
    return NULL;
  }
  return g_object_ref(pixbuf);
}

GdkPixbuf *odo_decode_picture(GBytes *bytes) { return decode(bytes, NULL); }

void odo_cairo_set_picture(cairo_t *cr, GdkPixbuf *pixbuf) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gdk_cairo_set_source_pixbuf(cr, pixbuf, 0, 0);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

// A render node, not a texture: GTK 4.8's cairo renderer converts every texture on every frame.
static GdkPaintable *paintable_of(GdkPixbuf *pixbuf, guint size) {
  GtkSnapshot *snapshot = gtk_snapshot_new();
  cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, size, size));
  cairo_scale(cr, (double)size / gdk_pixbuf_get_width(pixbuf), (double)size / gdk_pixbuf_get_height(pixbuf));
  odo_cairo_set_picture(cr, pixbuf);
  cairo_paint(cr);
  cairo_destroy(cr);
  return gtk_snapshot_free_to_paintable(snapshot, &GRAPHENE_SIZE_INIT(size, size));
}

static void on_data(GObject *object, GAsyncResult *result, gpointer user_data) {
  g_autoptr(GTask) task = user_data;
  ShumateTile *tile = g_task_get_task_data(task);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = shumate_data_source_get_tile_data_finish(SHUMATE_DATA_SOURCE(object), result, &error);
  g_autoptr(GdkPixbuf) pixbuf = bytes == NULL ? NULL : decode(bytes, &error);
  if (pixbuf == NULL) {
    OdoPictureMapSource *self = g_task_get_source_object(task);
    gboolean isCancelled = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    if (error != NULL && !isCancelled && self->trouble != NULL) self->trouble(self->data, error->message);
    if (!isCancelled) shumate_tile_set_state(tile, SHUMATE_STATE_DONE);
    if (error == NULL) g_task_return_boolean(task, TRUE);
    else g_task_return_error(task, g_steal_pointer(&error));
    return;
  }
  g_autoptr(GdkPaintable) paintable = paintable_of(pixbuf, shumate_tile_get_size(tile));
  shumate_tile_set_paintable(tile, paintable);
  shumate_tile_set_fade_in(tile, FALSE);
  shumate_tile_set_state(tile, SHUMATE_STATE_DONE);
  g_task_return_boolean(task, TRUE);
}

static void fill_tile_async(ShumateMapSource *source, ShumateTile *tile, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data) {
  OdoPictureMapSource *self = ODO_PICTURE_MAP_SOURCE(source);
  GTask *task = g_task_new(self, cancellable, callback, user_data);
  g_task_set_task_data(task, g_object_ref(tile), g_object_unref);
  shumate_data_source_get_tile_data_async(self->source, (int)shumate_tile_get_x(tile), (int)shumate_tile_get_y(tile),
                                          (int)shumate_tile_get_zoom_level(tile), cancellable, on_data, task);
}

static gboolean fill_tile_finish(ShumateMapSource *source, GAsyncResult *result, GError **error) {
  (void)source;
  return g_task_propagate_boolean(G_TASK(result), error);
}

static void source_finalize(GObject *object) {
  OdoPictureMapSource *self = ODO_PICTURE_MAP_SOURCE(object);
  g_clear_object(&self->source);
  if (self->destroy != NULL) self->destroy(self->data);
  G_OBJECT_CLASS(odo_picture_map_source_parent_class)->finalize(object);
}

static void odo_picture_map_source_class_init(OdoPictureMapSourceClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = source_finalize;
  SHUMATE_MAP_SOURCE_CLASS(klass)->fill_tile_async = fill_tile_async;
  SHUMATE_MAP_SOURCE_CLASS(klass)->fill_tile_finish = fill_tile_finish;
}

static void odo_picture_map_source_init(OdoPictureMapSource *self) { (void)self; }

ShumateMapSource *odo_picture_map_source_new(const char *id, const char *license, guint minimum_zoom,
                                             guint maximum_zoom, ShumateDataSource *source, OdoTileTrouble trouble,
                                             gpointer data, GDestroyNotify destroy) {
  OdoPictureMapSource *self =
      g_object_new(ODO_TYPE_PICTURE_MAP_SOURCE, "id", id, "name", id, "license", license, "min-zoom-level",
                   minimum_zoom, "max-zoom-level", maximum_zoom, "tile-size", 256, NULL);
  self->source = g_object_ref(source);
  self->trouble = trouble;
  self->data = data;
  self->destroy = destroy;
  return SHUMATE_MAP_SOURCE(self);
}
