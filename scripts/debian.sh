# Sourced by the scripts that make a Debian or Ubuntu in a folder and build there.

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
stop() { say "$*"; exit 1; }

# Starts the script again in a mount namespace of its own: mounts end with it, whatever happens.
own_namespace() {
    [ "$(id -u)" = 0 ] || stop "makes a system in a folder, which needs root."
    [ -n "${ODOGRAPH_NAMESPACE:-}" ] || ODOGRAPH_NAMESPACE=1 exec unshare --mount --propagation private "scripts/${0##*/}" "$@"
}

# Runs a command, says how long it lasted, and shows the end of its output if it failed.
# timed_step NAME LOG COMMAND...
timed_step() {
    local name=$1 log=$2 began=$SECONDS
    shift 2
    if "$@" >"$log" 2>&1; then
        say "$name ok after $((SECONDS - began)) s"
        return
    fi
    say "$name failed after $((SECONDS - began)) s ($log):"
    { grep -aE '^✘|^↳|recorded an issue|^[^ ].*error: |Fatal error' "$log" || tail -n 20 "$log"; } | awk '!seen[$0]++' | tail -n 40 >&2
    return 1
}

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
    # Who may speak for a server here, such as a company's proxy, may there.
    [ ! -d /usr/local/share/ca-certificates ] || cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
}

# Mounts what builds in a folder's system need. The mounts end with the namespace that the caller is in.
mount_debian() {
    local root=$1
    mkdir -p "$root/src" "$root/root/.cache/org.swift.swiftpm" ~/.cache/org.swift.swiftpm
    # The root of a system is a mount point, which the players of sensors rely on.
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm"
    mount -t tmpfs tmpfs "$root/tmp"
    # Sources of packages are shared: they are the same everywhere.
    mount --bind ~/.cache/org.swift.swiftpm "$root/root/.cache/org.swift.swiftpm"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    # Where git gets its repositories from, the other one does too: also from folders of this machine.
    local settings folder
    for settings in ~/.gitconfig /etc/gitconfig; do [ ! -e "$settings" ] || cp "$settings" "$root$settings"; done
    git config --get-regexp '^url\..*\.insteadof$' | sed -n 's|^url\.\(/[^ ]*\)\.insteadof .*|\1|p' | sort -u |
        while read -r folder; do
            mkdir -p "$root$folder"
            mount --bind -o ro "$folder" "$root$folder"
        done
}

# Lays the working tree, as git knows it, into the other system; only files that changed are written, so a build is reused.
lay_tree() {
    local root=$1 commit
    commit=$(git stash create)
    GIT_INDEX_FILE=$root/tree.index git --work-tree="$root/src" read-tree --reset -u "${commit:-HEAD}"
}

# Runs a command in a folder's system, in the tree; programs of FIRST come first.
# inside_debian FOLDER FIRST COMMAND
inside_debian() {
    local root=$1 first=$2
    shift 2
    chroot "$root" env -i PATH="${first:+$first:}/usr/sbin:/usr/bin:/sbin:/bin" HOME=/root LANG=C.UTF-8 USER=root \
        DEBIAN_FRONTEND=noninteractive bash -c "cd /src && $*"
}
