#!/bin/sh
# Builds the programs with SwiftPM and copies each to where meson expects it, and into RUNTIME the libraries of Swift that they
# need. Both programs share these: with a copy in each, the package would be larger by half.
# swift-build.sh SWIFT SOURCE SCRATCH CONFIGURATION RPATH RUNTIME PROGRAM...
set -eu
swift=$1
source=$2
scratch=$3
configuration=$4
rpath=$5
runtime=$6
shift 6

build() {
    "$swift" build --package-path "$source" --scratch-path "$scratch" -c "$configuration" --disable-local-rpath \
        -Xswiftc -no-toolchain-stdlib-rpath -Xlinker -rpath -Xlinker "$rpath" "$@"
}

for program in "$@"; do build --product "$(basename "$program")"; done
built=$(build --show-bin-path)
for program in "$@"; do cp "$built/$(basename "$program")" "$program"; done

# Of the toolchain's libraries, those that the loader takes, directly or for another library.
libraries=$("$swift" -print-target-info | sed -n '/"runtimeLibraryPaths"/ { n; s/^ *"\(.*\)".*/\1/p; }')
rm -rf "$runtime"
mkdir -p "$runtime"
LD_LIBRARY_PATH=$libraries ldd "$@" | awk -v folder="$libraries/" 'index($3, folder) == 1 { print $3 }' | sort -u |
    while read -r library; do install -m 644 "$library" "$runtime/"; done
[ -e "$runtime/libswiftCore.so" ] || { echo "swift-build.sh: no libraries of Swift in $libraries" >&2; exit 1; }
