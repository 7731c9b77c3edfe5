#include "CGTK.h"

// A scroller in a widget that asks for the height that the content has in the scroller's width: GTK 4.8's own asks for
// one that the content would have in another width, so wrapped text is cut off or has a blank strip below it.
struct _OdoTextScroller {
  GtkWidget parent_instance;
  GtkWidget *scroller;
};

G_DEFINE_TYPE(OdoTextScroller, odo_text_scroller, GTK_TYPE_WIDGET)

static GtkSizeRequestMode scroller_request_mode(GtkWidget *widget) {
  (void)widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void scroller_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                             int *minimum_baseline, int *natural_baseline) {
  GtkWidget *scroller = ODO_TEXT_SCROLLER(widget)->scroller;
  *minimum_baseline = *natural_baseline = -1;
  gtk_widget_measure(scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation != GTK_ORIENTATION_VERTICAL || for_size < 0 || !gtk_widget_get_visible(scroller)) return;
  GtkWidget *content = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scroller));
  if (content == NULL) return;
  int height;
  gtk_widget_measure(content, orientation, for_size, NULL, &height, NULL, NULL);
  *natural = MAX(*minimum, height);
}

static void scroller_allocate(GtkWidget *widget, int width, int height, int baseline) {
  gtk_widget_allocate(ODO_TEXT_SCROLLER(widget)->scroller, width, height, baseline, NULL);
}

static void scroller_dispose(GObject *object) {
  g_clear_pointer(&ODO_TEXT_SCROLLER(object)->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS(odo_text_scroller_parent_class)->dispose(object);
}

static void odo_text_scroller_class_init(OdoTextScrollerClass *klass) {
  G_OBJECT_CLASS(klass)->dispose = scroller_dispose;
  GTK_WIDGET_CLASS(klass)->get_request_mode = scroller_request_mode;
  GTK_WIDGET_CLASS(klass)->measure = scroller_measure;
  GTK_WIDGET_CLASS(klass)->size_allocate = scroller_allocate;
}

static void odo_text_scroller_init(OdoTextScroller *self) {
  self->scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent(self->scroller, GTK_WIDGET(self));
}

GtkWidget *odo_text_scroller_new(GtkWidget *content) {
  OdoTextScroller *self = g_object_new(ODO_TYPE_TEXT_SCROLLER, NULL);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self->scroller), content);
  return GTK_WIDGET(self);
}
