#include "CGTK.h"

// The largest picture of a tile that is decoded, in pixels per side.
static const int LARGEST_SIDE = 2048;

// Ends the decoding of a picture that would fill the memory before the first of its lines is decoded.
static void on_size(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  (void)data;
  if (width > LARGEST_SIDE || height > LARGEST_SIDE) gdk_pixbuf_loader_set_size(loader, 0, 0);
}

GdkPixbuf *odo_decode_picture(GBytes *bytes) {
  gsize length = 0;
  const guchar *data = g_bytes_get_data(bytes, &length);
  g_autoptr(GdkPixbufLoader) loader = gdk_pixbuf_loader_new();
  g_signal_connect(loader, "size-prepared", G_CALLBACK(on_size), NULL);
  gboolean isPicture = gdk_pixbuf_loader_write(loader, data, length, NULL);
  isPicture = gdk_pixbuf_loader_close(loader, NULL) && isPicture;
  GdkPixbuf *pixbuf = isPicture ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
  if (pixbuf == NULL || gdk_pixbuf_get_width(pixbuf) > LARGEST_SIDE || gdk_pixbuf_get_height(pixbuf) > LARGEST_SIDE)
    return NULL;
  return g_object_ref(pixbuf);
}

void odo_cairo_set_picture(cairo_t *cr, GdkPixbuf *pixbuf) {
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gdk_cairo_set_source_pixbuf(cr, pixbuf, 0, 0);
  G_GNUC_END_IGNORE_DEPRECATIONS
}
