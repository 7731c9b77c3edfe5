#!/bin/sh
# Builds the programs with SwiftPM, and copies each to where meson expects it, and the parts of the Swift runtime that they
# need to a folder. Both programs share that one copy, of which the data about languages is the largest part.
# swift-build.sh SWIFT SOURCE SCRATCH CONFIGURATION RUNTIME OUTPUT...
set -eu
swift=$1
source=$2
scratch=$3
configuration=$4
target=$5
shift 5

build() {
    "$swift" build --package-path "$source" --scratch-path "$scratch" -c "$configuration" \
        -Xswiftc -no-toolchain-stdlib-rpath -Xlinker '-rpath=$ORIGIN/../lib/odograph/swift' "$@"
}

for output in "$@"; do
    build --product "$(basename "$output")"
done
built=$(build --show-bin-path)
runtime=$(realpath "$(dirname "$(readlink -f "$(command -v "$swift")")")/../lib/swift/linux")
mkdir -p "$target"
for output in "$@"; do
    cp "$built/$(basename "$output")" "$output"
    LD_LIBRARY_PATH=$runtime ldd "$output" | awk -v folder="$runtime/" 'index($3, folder) == 1 { print $3 }'
done | sort -u | xargs cp -t "$target"
