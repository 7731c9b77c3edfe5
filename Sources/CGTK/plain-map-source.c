#include "CGTK.h"

// A viewport takes its projection and the size of its tiles from a source; the tiles themselves are never asked for.
struct _OdoPlainMapSource {
  ShumateMapSource parent_instance;
};

G_DEFINE_TYPE(OdoPlainMapSource, odo_plain_map_source, SHUMATE_TYPE_MAP_SOURCE)

static void fill_tile_async(ShumateMapSource *source, ShumateTile *tile, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data) {
  g_autoptr(GTask) task = g_task_new(source, cancellable, callback, user_data);
  shumate_tile_set_state(tile, SHUMATE_STATE_DONE);
  g_task_return_boolean(task, TRUE);
}

static gboolean fill_tile_finish(ShumateMapSource *source, GAsyncResult *result, GError **error) {
  (void)source;
  return g_task_propagate_boolean(G_TASK(result), error);
}

static void odo_plain_map_source_class_init(OdoPlainMapSourceClass *klass) {
  SHUMATE_MAP_SOURCE_CLASS(klass)->fill_tile_async = fill_tile_async;
  SHUMATE_MAP_SOURCE_CLASS(klass)->fill_tile_finish = fill_tile_finish;
}

static void odo_plain_map_source_init(OdoPlainMapSource *self) { (void)self; }

ShumateMapSource *odo_plain_map_source_new(guint maximum_zoom) {
  return g_object_new(ODO_TYPE_PLAIN_MAP_SOURCE, "id", "plain", "name", "plain", "min-zoom-level", 0, "max-zoom-level",
                      maximum_zoom, "tile-size", 256, NULL);
}
