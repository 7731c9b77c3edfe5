#include "CGTK.h"

struct _OdoDrawnMapSource {
  ShumateMapSource parent_instance;
  OdoTileDraw draw;
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_TYPE(OdoDrawnMapSource, odo_drawn_map_source, SHUMATE_TYPE_MAP_SOURCE)

static void fill_tile_async(ShumateMapSource *source, ShumateTile *tile, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data) {
  OdoDrawnMapSource *self = ODO_DRAWN_MAP_SOURCE(source);
  g_autoptr(GTask) task = g_task_new(self, cancellable, callback, user_data);
  guint size = shumate_tile_get_size(tile);
  // A render node, not a texture: GTK 4.8's cairo renderer converts every texture on every frame.
  GtkSnapshot *snapshot = gtk_snapshot_new();
  cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, size, size));
  if (self->draw != NULL)
    self->draw(self->data, cr, shumate_tile_get_x(tile), shumate_tile_get_y(tile),
               shumate_tile_get_zoom_level(tile), size);
  cairo_destroy(cr);
  g_autoptr(GdkPaintable) paintable = gtk_snapshot_free_to_paintable(snapshot, &GRAPHENE_SIZE_INIT(size, size));
  shumate_tile_set_paintable(tile, paintable);
  shumate_tile_set_fade_in(tile, FALSE);
  shumate_tile_set_state(tile, SHUMATE_STATE_DONE);
  g_task_return_boolean(task, TRUE);
}

static gboolean fill_tile_finish(ShumateMapSource *source, GAsyncResult *result, GError **error) {
  (void)source;
  return g_task_propagate_boolean(G_TASK(result), error);
}

static void source_finalize(GObject *object) {
  OdoDrawnMapSource *self = ODO_DRAWN_MAP_SOURCE(object);
  if (self->destroy != NULL) self->destroy(self->data);
  G_OBJECT_CLASS(odo_drawn_map_source_parent_class)->finalize(object);
}

static void odo_drawn_map_source_class_init(OdoDrawnMapSourceClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = source_finalize;
  SHUMATE_MAP_SOURCE_CLASS(klass)->fill_tile_async = fill_tile_async;
  SHUMATE_MAP_SOURCE_CLASS(klass)->fill_tile_finish = fill_tile_finish;
}

static void odo_drawn_map_source_init(OdoDrawnMapSource *self) { (void)self; }

ShumateMapSource *odo_drawn_map_source_new(const char *id, OdoTileDraw draw, gpointer data, GDestroyNotify destroy) {
  OdoDrawnMapSource *self = g_object_new(ODO_TYPE_DRAWN_MAP_SOURCE, "id", id, "name", id, "min-zoom-level", 0,
                                         "max-zoom-level", 19, "tile-size", 256, NULL);
  self->draw = draw;
  self->data = data;
  self->destroy = destroy;
  return SHUMATE_MAP_SOURCE(self);
}
