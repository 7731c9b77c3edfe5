#include "CGTK.h"

// GTK 4.10 brought GtkFileDialog and GtkAlertDialog and deprecated what was before. Debian 12 has 4.8.
#define HAS_DIALOG_OBJECTS GTK_CHECK_VERSION(4, 10, 0)

#define ENDING_KEY "odo-ending"

GtkFileFilter *odo_file_kind_new(const char *name, const char *const *patterns, const char *ending) {
  GtkFileFilter *kind = gtk_file_filter_new();
  gtk_file_filter_set_name(kind, name);
  for (const char *const *pattern = patterns; *pattern != NULL; pattern++)
    gtk_file_filter_add_pattern(kind, *pattern);
  g_object_set_data_full(G_OBJECT(kind), ENDING_KEY, g_strdup(ending), g_free);
  return kind;
}

// MARK: What is to be called once a dialog ends

typedef struct {
  OdoChosen chosen;
  OdoAnswered answered;
  gpointer data;
  GDestroyNotify destroy;
  GListModel *kinds;
  GtkFileFilter *kind;
  guint timer;
} Request;

static Request *request_new(gpointer data, GDestroyNotify destroy, GListModel *kinds) {
  Request *request = g_new0(Request, 1);
  request->data = data;
  request->destroy = destroy;
  request->kinds = kinds == NULL ? NULL : g_object_ref(kinds);
  return request;
}

static void request_free(Request *request) {
  if (request->timer != 0) g_source_remove(request->timer);
  if (request->destroy != NULL) request->destroy(request->data);
  g_clear_object(&request->kinds);
  g_free(request);
}

static void request_choose(Request *request, GFile *file) {
  g_autofree char *path = file == NULL ? NULL : g_file_get_path(file);
  request->chosen(request->data, path);
  request_free(request);
}

// MARK: Files by the chooser of GTK 4.8. Saving needs it in later ones too: GtkFileDialog does not say which kind of
// files the user chose, and the name's ending has to follow the kind.

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

// Milliseconds between two looks at the kind that is chosen: no signal reports it.
#define KIND_PAUSE 150

static const char *ending_of(GListModel *kinds, guint index) {
  g_autoptr(GObject) kind = g_list_model_get_object(kinds, index);
  return g_object_get_data(kind, ENDING_KEY);
}

// Returns the name's length without the ending of a known kind.
static gsize length_of_stem(GListModel *kinds, const char *name) {
  g_autofree char *lower = g_ascii_strdown(name, -1);
  for (guint index = 0; index < g_list_model_get_n_items(kinds); index++) {
    const char *ending = ending_of(kinds, index);
    if (ending == NULL) continue;
    g_autofree char *tail = g_strconcat(".", ending, NULL);
    if (g_str_has_suffix(lower, tail)) return strlen(name) - strlen(tail);
  }
  return strlen(name);
}

static gboolean follow_kind(gpointer data) {
  GtkFileChooser *chooser = GTK_FILE_CHOOSER(data);
  Request *request = g_object_get_data(G_OBJECT(chooser), "odo-request");
  GtkFileFilter *kind = gtk_file_chooser_get_filter(chooser);
  GtkFileFilter *before = request->kind;
  request->kind = kind;
  // The first is that of the name that was suggested.
  if (kind == before || kind == NULL || before == NULL) return G_SOURCE_CONTINUE;
  const char *ending = g_object_get_data(G_OBJECT(kind), ENDING_KEY);
  g_autofree char *name = gtk_file_chooser_get_current_name(chooser);
  if (ending == NULL || name == NULL) return G_SOURCE_CONTINUE;
  g_autofree char *stem = g_strndup(name, length_of_stem(request->kinds, name));
  g_autofree char *renamed = g_strconcat(stem, ".", ending, NULL);
  gtk_file_chooser_set_current_name(chooser, renamed);
  return G_SOURCE_CONTINUE;
}

static void chooser_responded(GtkNativeDialog *dialog, int response, gpointer data) {
  g_autoptr(GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  request_choose(data, file);
  g_object_unref(dialog);
}

static void run_chooser(GtkWindow *parent, GtkFileChooserAction action, const char *title, const char *accept,
                        const char *cancel, const char *name, Request *request) {
  GtkFileChooserNative *native = gtk_file_chooser_native_new(title, parent, action, accept, cancel);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER(native);
  guint kinds = request->kinds == NULL ? 0 : g_list_model_get_n_items(request->kinds);
  for (guint index = 0; index < kinds; index++) {
    g_autoptr(GtkFileFilter) kind = g_list_model_get_item(request->kinds, index);
    gtk_file_chooser_add_filter(chooser, kind);
  }
  if (name != NULL) gtk_file_chooser_set_current_name(chooser, name);
  g_object_set_data(G_OBJECT(native), "odo-request", request);
  g_signal_connect(native, "response", G_CALLBACK(chooser_responded), request);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
  if (name != NULL) request->timer = g_timeout_add(KIND_PAUSE, follow_kind, native);
}

// Deprecated since GTK 4.18, whose successor is in libadwaita.
GtkWidget *odo_shortcut_label_new(const char *accelerator) { return gtk_shortcut_label_new(accelerator); }

G_GNUC_END_IGNORE_DEPRECATIONS

void odo_save_file(GtkWindow *parent, const char *title, const char *accept, const char *cancel, GListModel *kinds,
                   const char *name, OdoChosen chosen, gpointer data, GDestroyNotify destroy) {
  Request *request = request_new(data, destroy, kinds);
  request->chosen = chosen;
  run_chooser(parent, GTK_FILE_CHOOSER_ACTION_SAVE, title, accept, cancel, name, request);
}

#if HAS_DIALOG_OBJECTS

static void file_opened(GObject *dialog, GAsyncResult *result, gpointer data) {
  g_autoptr(GFile) file = gtk_file_dialog_open_finish(GTK_FILE_DIALOG(dialog), result, NULL);
  request_choose(data, file);
}

void odo_open_file(GtkWindow *parent, const char *title, const char *accept, const char *cancel, GListModel *kinds,
                   OdoChosen chosen, gpointer data, GDestroyNotify destroy) {
  Request *request = request_new(data, destroy, kinds);
  request->chosen = chosen;
  g_autoptr(GtkFileDialog) dialog = gtk_file_dialog_new();
  gtk_file_dialog_set_title(dialog, title);
  gtk_file_dialog_set_accept_label(dialog, accept);
  if (g_list_model_get_n_items(kinds) > 0) gtk_file_dialog_set_filters(dialog, kinds);
  gtk_file_dialog_open(dialog, parent, NULL, file_opened, request);
}

static void alert_answered(GObject *dialog, GAsyncResult *result, gpointer data) {
  Request *request = data;
  g_autoptr(GError) error = NULL;
  int answer = gtk_alert_dialog_choose_finish(GTK_ALERT_DIALOG(dialog), result, &error);
  request->answered(request->data, error == NULL ? answer : -1);
  request_free(request);
}

void odo_ask(GtkWindow *parent, const char *text, const char *detail, const char *const *answers, int preferred,
             OdoAnswered answered, gpointer data, GDestroyNotify destroy) {
  Request *request = request_new(data, destroy, NULL);
  request->answered = answered;
  g_autoptr(GtkAlertDialog) dialog = gtk_alert_dialog_new("%s", text);
  gtk_alert_dialog_set_detail(dialog, detail);
  gtk_alert_dialog_set_buttons(dialog, answers);
  gtk_alert_dialog_set_default_button(dialog, preferred);
  gtk_alert_dialog_choose(dialog, parent, NULL, alert_answered, request);
}

#else

void odo_open_file(GtkWindow *parent, const char *title, const char *accept, const char *cancel, GListModel *kinds,
                   OdoChosen chosen, gpointer data, GDestroyNotify destroy) {
  Request *request = request_new(data, destroy, kinds);
  request->chosen = chosen;
  run_chooser(parent, GTK_FILE_CHOOSER_ACTION_OPEN, title, accept, cancel, NULL, request);
}

static void message_answered(GtkDialog *dialog, int response, gpointer data) {
  Request *request = data;
  gtk_window_destroy(GTK_WINDOW(dialog));
  request->answered(request->data, response >= 0 ? response : -1);
  request_free(request);
}

void odo_ask(GtkWindow *parent, const char *text, const char *detail, const char *const *answers, int preferred,
             OdoAnswered answered, gpointer data, GDestroyNotify destroy) {
  Request *request = request_new(data, destroy, NULL);
  request->answered = answered;
  GtkWidget *dialog = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                             GTK_MESSAGE_OTHER, GTK_BUTTONS_NONE, "%s", text);
  gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", detail);
  for (int index = 0; answers[index] != NULL; index++)
    gtk_dialog_add_button(GTK_DIALOG(dialog), answers[index], index);
  gtk_dialog_set_default_response(GTK_DIALOG(dialog), preferred);
  g_signal_connect(dialog, "response", G_CALLBACK(message_answered), request);
  gtk_window_present(GTK_WINDOW(dialog));
}

#endif
