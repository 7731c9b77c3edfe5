# Sourced by the other scripts: puts a Swift that scripts/install-needs fetched on the PATH, and says how tests are built.
if ! command -v swift >/dev/null; then
    PATH="${ODOGRAPH_SWIFT_HOME:-/opt/odograph-swift}/usr/bin:$PATH"
    export PATH
fi
# Optimised: the suites that need no clock take a twentieth of the time. In a separate folder, so that neither this build nor
# that of scripts/run makes the other start again.
# shellcheck disable=SC2034 # used where this is sourced
test_build=(--configuration release --scratch-path .build-test -Xswiftc -enable-testing)
