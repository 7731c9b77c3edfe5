// What Swift imports of GTK 4 and libshumate, and the little that only C can say:
// variadics, macros, GObject types whose layout a C compiler must own.
#pragma once

#include <malloc.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gtk/gtk.h>
#include <glib-unix.h>
#include <shumate/shumate.h>

G_BEGIN_DECLS

// MARK: Closures

// A closure whose marshaller is one function for every signal.
typedef void (*OdoInvoke)(gpointer data, GValue *result, guint count, const GValue *arguments);

// Makes a floating closure that owns `data` and gives it back to `destroy` when GObject is done with it.
GClosure *odo_closure_new(OdoInvoke invoke, gpointer data, GDestroyNotify destroy);

// Counts for leak tests: closures alive, and objects given to odo_watch_object that are alive.
gint odo_live_closures(void);
gint odo_live_objects(void);
// Counts an object until it is finalized; a second call for the same object changes nothing.
void odo_watch_object(GObject *object);

// MARK: Macros

GType odo_value_type(const GValue *value);

// Swift imports the constants of flags under other names since GLib 2.88 says which enumerations are flags.
static const GApplicationFlags ODO_APPLICATION_HANDLES_OPEN = G_APPLICATION_HANDLES_OPEN;
static const GApplicationFlags ODO_APPLICATION_NON_UNIQUE = G_APPLICATION_NON_UNIQUE;

// MARK: Types with a Swift body

typedef void (*OdoSnapshot)(gpointer data, GtkWidget *widget, GtkSnapshot *snapshot);
// Fills in minimum and natural size of a widget for one orientation.
typedef void (*OdoMeasure)(gpointer data, gboolean vertical, int for_size, int *minimum, int *natural);

// A widget that draws itself by a callback. `measure` may be NULL: it asks for no size.
#define ODO_TYPE_SNAPSHOT_WIDGET odo_snapshot_widget_get_type()
G_DECLARE_FINAL_TYPE(OdoSnapshotWidget, odo_snapshot_widget, ODO, SNAPSHOT_WIDGET, GtkWidget)
GtkWidget *odo_snapshot_widget_new(OdoSnapshot snapshot, OdoMeasure measure, GtkAccessibleRole role,
                                   gpointer data, GDestroyNotify destroy);

// A GtkBox in a scroller that draws only those of its children that are seen.
#define ODO_TYPE_LONG_BOX odo_long_box_get_type()
G_DECLARE_FINAL_TYPE(OdoLongBox, odo_long_box, ODO, LONG_BOX, GtkBox)
GtkWidget *odo_long_box_new(GtkOrientation orientation, int spacing);

// A scroller that grows to the height of its content in the width that it has, if there is room.
#define ODO_TYPE_TEXT_SCROLLER odo_text_scroller_get_type()
G_DECLARE_FINAL_TYPE(OdoTextScroller, odo_text_scroller, ODO, TEXT_SCROLLER, GtkWidget)
GtkWidget *odo_text_scroller_new(GtkWidget *content);

// A map layer that draws itself by a callback and is drawn again when its viewport changes.
#define ODO_TYPE_SNAPSHOT_LAYER odo_snapshot_layer_get_type()
G_DECLARE_FINAL_TYPE(OdoSnapshotLayer, odo_snapshot_layer, ODO, SNAPSHOT_LAYER, ShumateLayer)
ShumateLayer *odo_snapshot_layer_new(ShumateViewport *viewport, OdoSnapshot snapshot, gpointer data,
                                     GDestroyNotify destroy);

// A map source without tiles, which gives a viewport its projection.
#define ODO_TYPE_PLAIN_MAP_SOURCE odo_plain_map_source_get_type()
G_DECLARE_FINAL_TYPE(OdoPlainMapSource, odo_plain_map_source, ODO, PLAIN_MAP_SOURCE, ShumateMapSource)
ShumateMapSource *odo_plain_map_source_new(guint maximum_zoom);

// The picture of a tile, to be freed; NULL if the bytes are not one or it is larger than a tile. On any thread.
GdkPixbuf *odo_decode_picture(GBytes *bytes);
void odo_cairo_set_picture(cairo_t *cr, GdkPixbuf *pixbuf);

// Tiles of a server: over HTTP only, bounded, kept on disk up to a size in bytes. They may be anything but pages.
#define ODO_TYPE_TILE_SERVER odo_tile_server_get_type()
G_DECLARE_FINAL_TYPE(OdoTileServer, odo_tile_server, ODO, TILE_SERVER, GObject)
// Reports that the server cannot be reached, then that it can again: once for each change.
typedef void (*OdoTileReach)(gpointer data, gboolean is_reached);
OdoTileServer *odo_tile_server_new(const char *address, const char *user_agent, guint cache_size, OdoTileReach reach,
                                   gpointer data, GDestroyNotify destroy);
// Why a tile cannot be had.
typedef enum {
  ODO_TILE_FINE,
  ODO_TILE_UNREACHED,
  // The number is the status of the answer.
  ODO_TILE_STATUS,
  ODO_TILE_TOO_LARGE,
  ODO_TILE_NOT_WEB,
  // The text says what happened.
  ODO_TILE_FAILED,
} OdoTileTrouble;
// Receives a tile, NULL if the server has none or if there is trouble.
typedef void (*OdoTileAnswer)(gpointer data, GBytes *bytes, OdoTileTrouble trouble, guint status, const char *text);
// Requests a tile. `answer` is called once, on the main thread.
void odo_tile_server_get(OdoTileServer *self, int x, int y, int zoom, OdoTileAnswer answer, gpointer data);

// MARK: Variadics

// A box that assistive technology takes as one part, which can have a name; since GTK 4.10 other boxes cannot.
GtkWidget *odo_group_new(GtkOrientation orientation, int spacing);
// Says to assistive technology what a widget is called, and what it does (may be NULL).
void odo_accessible_describe(GtkWidget *widget, const char *label, const char *description);
// Has the items of a button's menu bear their text as their name whenever the menu opens. GTK 4.18 names them after a
// label that it hides from assistive technology, so they have none.
void odo_menu_button_name_items(GtkMenuButton *button);
// Says the value of a range-like widget.
void odo_accessible_set_value(GtkWidget *widget, double minimum, double maximum, double now, const char *text);

// MARK: Dialogs, whose API depends on the version of GTK: dialogs.c has every check for it

// The path that was chosen; NULL if none was.
typedef void (*OdoChosen)(gpointer data, const char *path);
// Makes a kind of files for a dialog; a name that is saved gets `ending` (may be NULL) if the kind is chosen.
GtkFileFilter *odo_file_kind_new(const char *name, const char *const *patterns, const char *ending);
// Asks for a file to open, of one of the kinds, a model of GtkFileFilter.
void odo_open_file(GtkWindow *parent, const char *title, const char *accept, const char *cancel, GListModel *kinds,
                   OdoChosen chosen, gpointer data, GDestroyNotify destroy);
// Asks for a path to write, and suggests a name.
void odo_save_file(GtkWindow *parent, const char *title, const char *accept, const char *cancel, GListModel *kinds,
                   const char *name, OdoChosen chosen, gpointer data, GDestroyNotify destroy);

// The index of the answer; -1 if the dialog was closed.
typedef void (*OdoAnswered)(gpointer data, int answer);
// Asks a question over a window. `answers` ends with NULL.
void odo_ask(GtkWindow *parent, const char *text, const char *detail, const char *const *answers, int preferred,
             OdoAnswered answered, gpointer data, GDestroyNotify destroy);

// Keys as the caps of a keyboard.
GtkWidget *odo_shortcut_label_new(const char *accelerator);

// MARK: libdispatch's main queue, as a run loop serves it

int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

G_END_DECLS
