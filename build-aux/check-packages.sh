#!/bin/sh
# Checks that the descriptions of packages have this version, and the Flatpak manifest the Swift packages of Package.swift in
# theirs; asks the linters that are installed.
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
swift_packages=$(sed -n 's/.*\.package(url: "\([^"]*\)", exact: "\([^"]*\)").*/\1 \2/p' Package.swift)
sources=$(awk '$1 == "url:" { url = $2 } $1 == "tag:" { print url, $2 }' data/flatpak/*.yml)
if [ -z "$swift_packages" ] || printf '%s\n' "$swift_packages" | grep -qvxF "$sources"; then
    echo "data/flatpak lacks a Swift package of Package.swift, or has another version" >&2
    status=1
fi
if command -v rpmlint >/dev/null; then rpmlint data/rpm/odograph.spec || status=1; fi
# The variables of a PKGBUILD are read by makepkg, which also sets others.
if command -v shellcheck >/dev/null; then shellcheck --shell=bash --exclude=SC2034,SC2154 data/arch/PKGBUILD || status=1; fi
exit $status
