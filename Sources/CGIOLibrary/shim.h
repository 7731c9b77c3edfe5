#include <gio/gio.h>

// Swift imports the constants of flags under other names since GLib 2.88 says which enumerations are flags.
static const GDBusConnectionFlags ODO_CONNECTION_TO_BUS =
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION;
