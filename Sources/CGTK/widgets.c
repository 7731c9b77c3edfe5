#include "CGTK.h"

void odo_accessible_describe(GtkWidget *widget, const char *label, const char *description) {
  GtkAccessible *accessible = GTK_ACCESSIBLE(widget);
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (description != NULL)
    gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void odo_accessible_set_value(GtkWidget *widget, double minimum, double maximum, double now, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, minimum,
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, maximum, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now,
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

// Replaced by GtkFileDialog and GtkAlertDialog in GTK 4.10, which Debian 12 does not have.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

GtkFileChooserNative *odo_file_chooser_new(const char *title, GtkWindow *parent, gboolean save, const char *accept,
                                           const char *cancel) {
  return gtk_file_chooser_native_new(title, parent,
                                     save ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN, accept,
                                     cancel);
}

GtkWidget *odo_message_dialog_new(GtkWindow *parent, const char *text, const char *detail) {
  GtkWidget *dialog = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                             GTK_MESSAGE_OTHER, GTK_BUTTONS_NONE, "%s", text);
  if (detail != NULL) gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", detail);
  return dialog;
}

G_GNUC_END_IGNORE_DEPRECATIONS
