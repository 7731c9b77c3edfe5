# Sourced by the other scripts: puts a Swift that scripts/install-needs fetched on the PATH.
if ! command -v swift >/dev/null; then
    PATH="${ODOGRAPH_SWIFT_HOME:-/opt/odograph-swift}/usr/bin:$PATH"
    export PATH
fi
