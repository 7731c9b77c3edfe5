#include "CGTK.h"

struct _OdoSnapshotLayer {
  ShumateLayer parent_instance;
  OdoSnapshot snapshot;
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_TYPE(OdoSnapshotLayer, odo_snapshot_layer, SHUMATE_TYPE_LAYER)

static void layer_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  OdoSnapshotLayer *self = ODO_SNAPSHOT_LAYER(widget);
  if (self->snapshot != NULL) self->snapshot(self->data, widget, snapshot);
}

static void layer_constructed(GObject *object) {
  G_OBJECT_CLASS(odo_snapshot_layer_parent_class)->constructed(object);
  g_signal_connect_swapped(shumate_layer_get_viewport(SHUMATE_LAYER(object)), "notify",
                           G_CALLBACK(gtk_widget_queue_draw), object);
}

static void layer_dispose(GObject *object) {
  OdoSnapshotLayer *self = ODO_SNAPSHOT_LAYER(object);
  ShumateViewport *viewport = shumate_layer_get_viewport(SHUMATE_LAYER(self));
  if (viewport != NULL) g_signal_handlers_disconnect_by_data(viewport, self);
  self->snapshot = NULL;
  if (self->destroy != NULL) g_steal_pointer(&self->destroy)(self->data);
  G_OBJECT_CLASS(odo_snapshot_layer_parent_class)->dispose(object);
}

static void odo_snapshot_layer_class_init(OdoSnapshotLayerClass *klass) {
  G_OBJECT_CLASS(klass)->constructed = layer_constructed;
  G_OBJECT_CLASS(klass)->dispose = layer_dispose;
  GTK_WIDGET_CLASS(klass)->snapshot = layer_snapshot;
}

static void odo_snapshot_layer_init(OdoSnapshotLayer *self) { (void)self; }

ShumateLayer *odo_snapshot_layer_new(ShumateViewport *viewport, OdoSnapshot snapshot, gpointer data,
                                     GDestroyNotify destroy) {
  OdoSnapshotLayer *self = g_object_new(ODO_TYPE_SNAPSHOT_LAYER, "viewport", viewport, NULL);
  self->snapshot = snapshot;
  self->data = data;
  self->destroy = destroy;
  return SHUMATE_LAYER(self);
}
