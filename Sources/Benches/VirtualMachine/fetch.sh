#!/usr/bin/env bash
# Fetches what the machine of the virtual bench needs and this computer lacks: Debian packages, which takes root, and a
# kernel, which is unpacked into the cache and never installed. `trammel vm --fetch` runs this; the set-up of a checkout
# uses its functions.
#
#   fetch.sh              fetches what is missing
#   fetch.sh packages     prints the packages, one per line
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
cache=${TRAMMEL_CACHE:-${XDG_CACHE_HOME:-${HOME-}/.cache}/trammel}
# The same list as in KernelCache.swift. 6.1.192 (-55, -56) corrupts memory when an L2CAP socket is closed after its
# link: never use those.
kernels=(6.1.0-50-amd64 6.1.0-54-amd64)
machine_packages=(
    # The machine, its first file system, its Bluetooth controllers
    qemu-system-x86 busybox-static kmod xz-utils bluez-test-tools
    # The network of its screens: a cable between two hosts, each with its own Avahi daemon
    iproute2 avahi-daemon dbus-daemon
)

say() { printf '[%4d s] %s: %s\n' "$SECONDS" "${0##*/}" "$*"; }
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 3
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }
can_be_root() { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }
is_installed() { [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null)" = 'ii ' ]; }

check_machine() {
    [ "$(uname -m)" = x86_64 ] || fail "the virtual bench's kernel is for x86_64, this machine is $(uname -m)"
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        fail 'dpkg and apt-get were not found: this needs Debian or one of its derivatives'
    fi
}

# Installs those of the named packages that are missing.
install_packages() {
    local missing=() package
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say 'every package is installed'
        return
    fi
    can_be_root || fail "packages are missing, and installing them needs root. Run:
    sudo apt-get install --no-install-recommends ${missing[*]}"
    say "installing ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Unpacks the kernel from its compressed image. Otherwise a machine in software emulation spends four seconds of every
# boot on unpacking it.
unpack_image() {
    local image=$1 target=$2 offset
    while IFS=: read -r offset _; do
        tail -c "+$((offset + 1))" "$image" | xz -dc --single-stream >"$target" 2>/dev/null || true
        [ "$(head -c 4 "$target" | tail -c 3)" = ELF ] && return 0
    done < <(LC_ALL=C grep -obUaP '\xfd7zXZ\x00' "$image")
    rm -f "$target"
    say "the kernel image could not be unpacked; it boots four seconds slower without that"
}

# Fetches and unpacks one kernel into the cache; its folder appears only when it is complete.
fetch_kernel() {
    local release=$1 scratch root
    scratch=$(mktemp -d "$cache/fetch.XXXXXX")
    root=$scratch/root
    if (cd "$scratch" && apt-get download "linux-image-$release" >download.log 2>&1) &&
        dpkg-deb -x "$scratch"/linux-image-*.deb "$root" &&
        [ -f "$root/boot/vmlinuz-$release" ] &&
        depmod -b "$root" "$release"; then
        unpack_image "$root/boot/vmlinuz-$release" "$root/boot/vmlinux-$release"
        rm -rf "$cache/kernels/$release"
        mv -T "$root" "$cache/kernels/$release"
        rm -rf "$scratch"
        return 0
    fi
    sed 's/^/    /' "$scratch/download.log" >&2 || true
    rm -rf "$scratch"
    return 1
}

provide_kernel() {
    local release attempt
    mkdir -p "$cache/kernels"
    for release in "${kernels[@]}"; do
        if [ -f "$cache/kernels/$release/boot/vmlinux-$release" ] &&
            [ -f "$cache/kernels/$release/lib/modules/$release/modules.dep" ]; then
            say "kernel $release is in $cache"
            return
        fi
    done
    for attempt in 'as they are' 'refreshed'; do
        if [ "$attempt" = refreshed ]; then
            can_be_root || break
            as_root apt-get update -qq
        fi
        for release in "${kernels[@]}"; do
            say "fetching kernel $release (package lists $attempt)"
            if fetch_kernel "$release"; then
                say "kernel $release is in $cache"
                return
            fi
        done
    done
    fail "none of the kernels ${kernels[*]} could be fetched with apt-get download.
    They are in Debian bookworm (main and security): see /etc/apt/sources.list, run apt-get update, and try again."
}

# In a script that reads this file, none of this is run.
if [ "${BASH_SOURCE[0]-$0}" = "$0" ]; then
    case ${1-} in
        '') ;;
        packages) printf '%s\n' "${machine_packages[@]}"; exit 0 ;;
        *) fail "there is no argument '$1': write packages, or nothing" ;;
    esac
    check_machine
    install_packages "${machine_packages[@]}"
    provide_kernel
    say 'done'
fi
