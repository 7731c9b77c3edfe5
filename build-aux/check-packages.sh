#!/bin/sh
# Says whether the descriptions of packages have this version, and what the linters that are installed say of them.
# check-packages.sh SOURCE VERSION
set -eu
cd "$1"
version=$2
status=0

has() {
    [ "$1" = "$version" ] && return 0
    echo "$2 has version $1, meson.build $version" >&2
    status=1
}

has "$(sed -n '1s/^odograph (\(.*\)) .*/\1/p' data/debian/changelog)" data/debian/changelog
has "$(sed -n 's/^Version: *//p' data/rpm/odograph.spec)" data/rpm/odograph.spec
has "$(sed -n 's/^pkgver=//p' data/arch/PKGBUILD)" data/arch/PKGBUILD
if command -v rpmlint >/dev/null; then rpmlint data/rpm/odograph.spec || status=1; fi
# The variables of a PKGBUILD are read by makepkg, which also sets others.
if command -v shellcheck >/dev/null; then shellcheck --shell=bash --exclude=SC2034,SC2154 data/arch/PKGBUILD || status=1; fi
exit $status
