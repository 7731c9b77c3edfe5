#include "CGTK.h"

struct _OdoSnapshotWidget {
  GtkWidget parent_instance;
  OdoSnapshot snapshot;
  OdoMeasure measure;
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_TYPE(OdoSnapshotWidget, odo_snapshot_widget, GTK_TYPE_WIDGET)

static void widget_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  OdoSnapshotWidget *self = ODO_SNAPSHOT_WIDGET(widget);
  if (self->snapshot != NULL) self->snapshot(self->data, widget, snapshot);
}

static void widget_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline) {
  OdoSnapshotWidget *self = ODO_SNAPSHOT_WIDGET(widget);
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (self->measure != NULL)
    self->measure(self->data, orientation == GTK_ORIENTATION_VERTICAL, for_size, minimum, natural);
}

static void widget_dispose(GObject *object) {
  OdoSnapshotWidget *self = ODO_SNAPSHOT_WIDGET(object);
  self->snapshot = NULL;
  self->measure = NULL;
  if (self->destroy != NULL) g_steal_pointer(&self->destroy)(self->data);
  G_OBJECT_CLASS(odo_snapshot_widget_parent_class)->dispose(object);
}

static void odo_snapshot_widget_class_init(OdoSnapshotWidgetClass *klass) {
  G_OBJECT_CLASS(klass)->dispose = widget_dispose;
  GTK_WIDGET_CLASS(klass)->snapshot = widget_snapshot;
  GTK_WIDGET_CLASS(klass)->measure = widget_measure;
}

static void odo_snapshot_widget_init(OdoSnapshotWidget *self) { (void)self; }

GtkWidget *odo_snapshot_widget_new(OdoSnapshot snapshot, OdoMeasure measure, GtkAccessibleRole role, gpointer data,
                                   GDestroyNotify destroy) {
  OdoSnapshotWidget *self = g_object_new(ODO_TYPE_SNAPSHOT_WIDGET, "accessible-role", role, NULL);
  self->snapshot = snapshot;
  self->measure = measure;
  self->data = data;
  self->destroy = destroy;
  return GTK_WIDGET(self);
}
