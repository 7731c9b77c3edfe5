#include "CGTK.h"

GtkWidget *odo_group_new(GtkOrientation orientation, int spacing) {
  return g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing, "accessible-role",
                      GTK_ACCESSIBLE_ROLE_GROUP, NULL);
}

void odo_accessible_describe(GtkWidget *widget, const char *label, const char *description) {
  GtkAccessible *accessible = GTK_ACCESSIBLE(widget);
  // With GTK 4.18 the text on a button counts for more than a name that it was given.
  if (GTK_IS_BUTTON(widget)) gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (description != NULL)
    gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void odo_accessible_set_value(GtkWidget *widget, double minimum, double maximum, double now, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, minimum,
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, maximum, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now,
                                 GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void name_items(GtkWidget *widget) {
  if (g_str_equal(G_OBJECT_TYPE_NAME(widget), "GtkModelButton") &&
      g_object_class_find_property(G_OBJECT_GET_CLASS(widget), "text") != NULL) {
    g_autofree char *text = NULL;
    g_object_get(widget, "text", &text, NULL);
    if (text != NULL && *text != 0) {
      gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
      odo_accessible_describe(widget, text, NULL);
    }
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = gtk_widget_get_next_sibling(child))
    name_items(child);
}

void odo_menu_button_name_items(GtkMenuButton *button) {
  GtkPopover *popover = gtk_menu_button_get_popover(button);
  if (popover != NULL) g_signal_connect(popover, "map", G_CALLBACK(name_items), NULL);
}
