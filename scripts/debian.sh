# Sourced by the scripts that make a Debian or Ubuntu in a folder.

# Prints where packages come from: ODOGRAPH_MIRROR, by default the first mirror of this system's apt.
mirror() {
    echo "${ODOGRAPH_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sed -n 1p)}"
}

# Makes a release in a folder, which gets its packages as this system does.
# make_debian SUITE FOLDER LOG
make_debian() {
    local suite=$1 root=$2 log=$3 source file
    source=$(mirror)
    [ -n "$source" ] || { echo "There is no mirror in this system's apt; name one in ODOGRAPH_MIRROR." >&2; return 1; }
    mkdir -p "$root"
    debootstrap --variant=minbase "$suite" "$root" "$source" >"$log" 2>&1 || { tail "$log" >&2; return 1; }
    [ ! -e /etc/apt/apt.conf ] || cp /etc/apt/apt.conf "$root/etc/apt/"
    # What a package brought here is that package's there, in its own version.
    for file in /etc/apt/apt.conf.d/*; do
        dpkg-query -S "$file" >/dev/null 2>&1 || cp "$file" "$root/etc/apt/apt.conf.d/"
    done
}
