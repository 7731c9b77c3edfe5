#include "CGTK.h"

// A box in a scroller that gives GTK only those of its children that are seen: GTK 4.8's cairo renderer walks through
// every node of the window on every frame, wherever it lies.
struct _OdoLongBox {
  GtkBox parent_instance;
  GtkAdjustment *adjustment;
};

G_DEFINE_TYPE(OdoLongBox, odo_long_box, GTK_TYPE_BOX)

// Outlines and shadows reach beyond a widget.
#define REACH 24

static void box_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  graphene_rect_t seen, bounds;
  GtkWidget *viewport = gtk_widget_get_ancestor(widget, GTK_TYPE_VIEWPORT);
  gboolean is_known = viewport != NULL && gtk_widget_compute_bounds(viewport, widget, &seen);
  if (is_known) graphene_rect_inset(&seen, -REACH, -REACH);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
       child = gtk_widget_get_next_sibling(child)) {
    gboolean is_seen = !is_known || !gtk_widget_compute_bounds(child, widget, &bounds) ||
                       graphene_rect_intersection(&seen, &bounds, NULL);
    if (is_seen) gtk_widget_snapshot_child(widget, child, snapshot);
  }
}

static void box_leave(OdoLongBox *self) {
  if (self->adjustment != NULL) g_signal_handlers_disconnect_by_data(self->adjustment, self);
  g_clear_object(&self->adjustment);
}

static void box_map(GtkWidget *widget) {
  OdoLongBox *self = ODO_LONG_BOX(widget);
  GTK_WIDGET_CLASS(odo_long_box_parent_class)->map(widget);
  box_leave(self);
  GtkWidget *viewport = gtk_widget_get_ancestor(widget, GTK_TYPE_VIEWPORT);
  GtkAdjustment *adjustment =
      viewport != NULL ? gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(viewport)) : NULL;
  if (adjustment == NULL) return;
  self->adjustment = g_object_ref(adjustment);
  g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(gtk_widget_queue_draw), self);
  g_signal_connect_swapped(adjustment, "changed", G_CALLBACK(gtk_widget_queue_draw), self);
}

static void box_unmap(GtkWidget *widget) {
  box_leave(ODO_LONG_BOX(widget));
  GTK_WIDGET_CLASS(odo_long_box_parent_class)->unmap(widget);
}

static void box_dispose(GObject *object) {
  box_leave(ODO_LONG_BOX(object));
  G_OBJECT_CLASS(odo_long_box_parent_class)->dispose(object);
}

static void odo_long_box_class_init(OdoLongBoxClass *klass) {
  G_OBJECT_CLASS(klass)->dispose = box_dispose;
  GTK_WIDGET_CLASS(klass)->map = box_map;
  GTK_WIDGET_CLASS(klass)->unmap = box_unmap;
  GTK_WIDGET_CLASS(klass)->snapshot = box_snapshot;
}

static void odo_long_box_init(OdoLongBox *self) { (void)self; }

GtkWidget *odo_long_box_new(GtkOrientation orientation, int spacing) {
  return g_object_new(ODO_TYPE_LONG_BOX, "orientation", orientation, "spacing", spacing, NULL);
}
