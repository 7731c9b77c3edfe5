#include "CGTK.h"

typedef struct {
  GClosure closure;
  OdoInvoke invoke;
  GDestroyNotify destroy;
} OdoClosure;

static gint live_closures = 0;
static gint live_objects = 0;

static void marshal(GClosure *closure, GValue *result, guint count, const GValue *arguments, gpointer hint,
                    gpointer data) {
  (void)hint;
  (void)data;
  ((OdoClosure *)closure)->invoke(closure->data, result, count, arguments);
}

static void finalize(gpointer data, GClosure *closure) {
  g_atomic_int_add(&live_closures, -1);
  ((OdoClosure *)closure)->destroy(data);
}

GClosure *odo_closure_new(OdoInvoke invoke, gpointer data, GDestroyNotify destroy) {
  GClosure *closure = g_closure_new_simple(sizeof(OdoClosure), data);
  ((OdoClosure *)closure)->invoke = invoke;
  ((OdoClosure *)closure)->destroy = destroy;
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, data, finalize);
  g_atomic_int_inc(&live_closures);
  return closure;
}

gint odo_live_closures(void) { return g_atomic_int_get(&live_closures); }
gint odo_live_objects(void) { return g_atomic_int_get(&live_objects); }

static void forget(gpointer data) {
  (void)data;
  g_atomic_int_add(&live_objects, -1);
}

void odo_watch_object(GObject *object) {
  static GQuark quark = 0;
  if (quark == 0) quark = g_quark_from_static_string("odo-watched");
  if (g_object_get_qdata(object, quark) != NULL) return;
  g_atomic_int_inc(&live_objects);
  g_object_set_qdata_full(object, quark, GINT_TO_POINTER(1), forget);
}

GType odo_value_type(const GValue *value) { return G_VALUE_TYPE(value); }
