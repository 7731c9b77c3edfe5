#!/bin/sh
# Builds the programs with SwiftPM and copies each to where meson expects it.
# swift-build.sh SWIFT SOURCE SCRATCH CONFIGURATION OUTPUT...
set -eu
swift=$1
source=$2
scratch=$3
configuration=$4
shift 4

for output in "$@"; do
    "$swift" build --package-path "$source" --scratch-path "$scratch" -c "$configuration" --static-swift-stdlib \
        --product "$(basename "$output")"
done
built=$("$swift" build --package-path "$source" --scratch-path "$scratch" -c "$configuration" --show-bin-path)
for output in "$@"; do
    cp "$built/$(basename "$output")" "$output"
done
