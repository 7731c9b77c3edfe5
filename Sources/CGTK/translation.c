#include <libintl.h>

#include "CGTK.h"

const char *odo_translation(const char *domain, const char *text) { return dgettext(domain, text); }

const char *odo_plural_translation(const char *domain, const char *one, const char *many, gulong count) {
  return dngettext(domain, one, many, count);
}

void odo_bind_catalogue(const char *domain, const char *folder) {
  bindtextdomain(domain, folder);
  bind_textdomain_codeset(domain, "UTF-8");
}
