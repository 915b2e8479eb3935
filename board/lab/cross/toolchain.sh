# Swift for Debian 13, on an x86-64 machine: sourced by board/arm64 and board/package after packages.sh. The variable
# `architecture` selects the architecture that is built for: arm64 (the default) or amd64.
# shellcheck shell=bash

# Debian 13 is where Raspberry Pi OS stands: its headers and libraries are what is built against.
target_suite=trixie
# The only Debian that has a Swift new enough. Its programs run in a folder of their own (chroot), so that they find
# the C library they were made with.
swift_suite=sid

architecture=${architecture:-arm64}
case $architecture in
  arm64) triplet=aarch64-linux-gnu swift_triple=aarch64-unknown-linux-gnu ;;
  # As Debian's compiler calls it.
  amd64) triplet=x86_64-linux-gnu swift_triple=x86_64-pc-linux-gnu ;;
esac
target_packages=(
  libc6-dev linux-libc-dev libstdc++-14-dev libgcc-14-dev
  libasound2-dev libevdev-dev libgpiod-dev libsqlite3-dev libmpg123-dev libflac-dev libvorbis-dev libopusfile-dev
  libsoxr-dev libutf8proc-dev libinih-dev libpcre2-dev libexpat1-dev zlib1g-dev libsndfile1-dev libsonic0
  libkissfft-dev libebur128-dev libavformat-dev libavcodec-dev libswresample-dev libseccomp-dev libcurl4-openssl-dev libssl-dev libtag-dev
  libjpeg62-turbo-dev libpng-dev libwebp-dev libpcsclite-dev
)
compiler_packages=(
  base-files bash coreutils dash findutils grep sed tar gzip libc-bin ca-certificates git g++ pkgconf swiftlang
)

# Raised when the layout below changes. Two versions of this project, side by side, leave each other's folders alone.
layout=1
described="$layout $target_suite $swift_suite ${target_packages[*]} ${compiler_packages[*]}"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/jukebox/arm64
downloads=$cache/packages
emulator=$cache/emulator
toolchain=$cache/toolchain-$(sha256sum <<<"$described" | cut -c 1-8)
compiler=$toolchain/compiler
sdk=$toolchain/sdk
bundle=$sdk/jukebox-$architecture.artifactbundle
sysroot=$bundle/$architecture/sysroot

# in_compiler COMMAND: runs it where Swift for this machine is installed. It sees the project, the SDK (at /sdk) and the
# network, and the git settings that say where packages come from; what is mounted is gone when it ends.
#
# The project is at $place (default: $root): the optimiser makes other code from other paths, and where it inlines depends on
# the order of addresses and of hashes. So neither is random.
in_compiler() {
  local namespace=(--mount --propagation private) folder settings key value place=${place:-$root}
  local seen=("$root:$place" "$sdk:/sdk" /proc:/proc /sys:/sys /dev:/dev)
  [ "$(id -u)" = 0 ] || namespace+=(--user --map-root-user)
  # Makes git take packages from a folder of this machine.
  while read -r folder; do
    [ ! -d "$folder" ] || seen+=("$folder:$folder")
  done < <(git config --get-regexp '^url\..*\.insteadof$' | sed 's/^url\.\(.*\)\.insteadof .*/\1/' | sort -u)
  mkdir -p "$sdk"
  for folder in "${seen[@]}"; do mkdir -p "$compiler${folder#*:}"; done
  for folder in /etc/resolv.conf /etc/hosts; do
    [ ! -e "$folder" ] || cp -L --remove-destination "$folder" "$compiler$folder"
  done
  settings=$compiler/etc/gitconfig.$$
  { git config --get-regexp '^url\.' || true; } | while read -r key value; do
    git config --file "$settings" --add "$key" "$value"
  done
  git config --file "$settings" --add safe.directory '*'
  mv "$settings" "$compiler/etc/gitconfig"

  # shellcheck disable=SC2016  # the inner shells expand these
  unshare "${namespace[@]}" bash -ec '
    inside=$1; shift
    while [ "$1" != -- ]; do mount --rbind "${1%%:*}" "$inside${1#*:}"; shift; done
    shift
    exec setarch -R chroot "$inside" "$@"' in_compiler "$compiler" "${seen[@]}" -- \
    /usr/bin/env -i HOME=/root LANG=C.UTF-8 SWIFT_DETERMINISTIC_HASHING=1 PATH=/usr/libexec/swift/bin:/usr/bin:/usr/sbin PWD="$place" \
    PKG_CONFIG_SYSROOT_DIR="/sdk${sysroot#"$sdk"}" http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" \
    bash -ec 'cd "$1"; shift; exec "$@"' in_compiler "$place" "$@"
}

# cross_swift FOLDER WORDS…: swift build for the architecture, in a folder of the project.
cross_swift() {
  local folder=${place:-$root}/$1
  shift
  in_compiler swift build --swift-sdks-path /sdk --swift-sdk "jukebox-$architecture" --scratch-path "$folder" \
    --pkg-config-path "/sdk${sysroot#"$sdk"}/usr/lib/$triplet/pkgconfig" "$@"
}

# stage WORDS COMMAND: as step, but the first command that fails inside ends the script; a function that is called in a
# condition, as step does it, continues after a failure.
stage() {
  local begin=$SECONDS
  stage=$1
  shift
  say "$stage"
  "$@"
  say "$stage: done in $((SECONDS - begin)) s"
  stage=
}
set -o errtrace
trap 'say "FAILED: ${stage:-$BASH_COMMAND}"' ERR

# lay_out_sdk RUNTIME: the folder in the form that swift build knows as a Swift SDK, from the C libraries in
# $toolchain/libraries and the Swift libraries in RUNTIME.
lay_out_sdk() {
  local libraries=$toolchain/libraries runtime=$1 link target kind part
  rm -rf "$bundle"
  mkdir -p "$sysroot/usr/share"
  cp -a "$libraries"/usr/{include,lib} "$sysroot/usr/"
  cp -a "$libraries/usr/share/alsa" "$sysroot/usr/share/"
  ln -s usr/lib "$sysroot/lib"
  # x86-64 has its loader there.
  if [ -e "$libraries/usr/lib64/ld-linux-x86-64.so.2" ]; then
    cp -a "$libraries/usr/lib64" "$sysroot/usr/"
    ln -s usr/lib64 "$sysroot/lib64"
  fi
  # Debian's absolute links would lead to this machine's own libraries.
  find "$sysroot" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    target=$(readlink "$link")
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$sysroot$target")" "$link"
  done
  # A program with a C library of its own inside could not be given a newer one by the board.
  rm -f "$sysroot/usr/lib/$triplet"/lib{m,c}.a

  for kind in swift swift_static; do
    mkdir -p "$sysroot/usr/lib/$kind"
    for part in Block CoreFoundation _FoundationCShims _foundation_unicode apinotes dispatch linux os shims; do
      [ ! -e "$runtime/$kind/$part" ] || cp -a "$runtime/$kind/$part" "$sysroot/usr/lib/$kind/"
    done
    # The compiler's own headers, at their place in its folder.
    ln -s /usr/libexec/swift/lib/swift/clang "$sysroot/usr/lib/$kind/clang"
    # Debian has this module without its library: tests would not link.
    rm -rf "$sysroot/usr/lib/$kind"/linux/{Testing.swiftcrossimport,_Testing_Foundation.swiftmodule}
  done

  # Debian's compiler calls this machine x86_64-pc-linux-gnu, others call it unknown.
  cat >"$bundle/info.json" <<-END
	{"schemaVersion": "1.0", "artifacts": {"jukebox-$architecture": {"type": "swiftSDK", "version": "$layout.0.0", "variants": [
	  {"path": "$architecture", "supportedTriples": ["x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu"]}]}}}
	END
  cat >"$bundle/$architecture/swift-sdk.json" <<-END
	{"schemaVersion": "4.0", "targetTriples": {"$swift_triple": {
	  "sdkRootPath": "sysroot", "toolsetPaths": ["toolset.json"],
	  "swiftResourcesPath": "sysroot/usr/lib/swift", "swiftStaticResourcesPath": "sysroot/usr/lib/swift_static"}}}
	END
  echo '{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}' >"$bundle/$architecture/toolset.json"
}

# lay_out_compiler: Swift for this machine, from what was downloaded.
lay_out_compiler() {
  unpack "$downloads/$swift_suite-amd64/cache/archives" "$compiler"
  mkdir -p "$compiler"/{proc,sys,dev,tmp,root,etc/ssl/certs}
  echo 'root:x:0:0:root:/root:/bin/bash' >"$compiler/etc/passwd"
  echo 'root:x:0:' >"$compiler/etc/group"
  cat "$compiler"/usr/share/ca-certificates/mozilla/*.crt >"$compiler/etc/ssl/certs/ca-certificates.crt"
  in_compiler ldconfig
}

set_up_toolchain() {
  [ -e "$toolchain/set-up" ] || set_up_compiler
  [ -e "$bundle/set-up" ] || set_up_sdk
}

set_up_compiler() {
  local tool
  [ "$(dpkg --print-architecture)" = amd64 ] || fail "cross-building is for an x86-64 machine; on the board itself use swift build"
  for tool in apt-get dpkg-deb unshare git readelf python3; do
    command -v "$tool" >/dev/null || fail "$tool is missing: this needs Debian with git, binutils and python3"
  done
  if [ "$(df --output=avail -k "$(mkdir -p "$cache" && echo "$cache")" | tail -n 1)" -lt 9000000 ]; then
    fail "$cache needs 9 GB free, of which 6 stay in use; XDG_CACHE_HOME moves it"
  fi
  rm -rf "$toolchain"
  stage "download Swift for this machine (Debian $swift_suite, 0.7 GB)" download "$downloads" "$swift_suite" amd64 "${compiler_packages[@]}"
  stage "unpack Swift" lay_out_compiler
  touch "$toolchain/set-up"
}

# set_up_sdk: the C libraries and Swift's libraries of the architecture that is built for.
set_up_sdk() {
  local runtime=usr/libexec/swift/lib
  rm -rf "$toolchain/runtime" "$toolchain/libraries"
  stage "download C libraries for $architecture (Debian $target_suite)" download "$downloads" "$target_suite" "$architecture" \
    "${target_packages[@]}"
  stage "unpack the C libraries" unpack "$downloads/$target_suite-$architecture/cache/archives" "$toolchain/libraries"
  # Swift's libraries for x86-64 came with the compiler.
  if [ "$architecture" = amd64 ]; then
    stage "lay out the SDK" lay_out_sdk "$compiler/$runtime"
  else
    stage "download Swift's libraries for $architecture (0.5 GB)" download_runtime
    stage "unpack Swift's libraries" unpack "$downloads/$swift_suite-$architecture/swift" "$toolchain/runtime"
    stage "lay out the SDK" lay_out_sdk "$toolchain/runtime/$runtime"
  fi
  rm -rf "$toolchain/runtime" "$toolchain/libraries"
  touch "$bundle/set-up"
}

# download_runtime: Swift's libraries for ARM64 are in the same packages as its compiler. Of those, the two themselves
# are wanted, and nothing that they depend on.
download_runtime() {
  local folder=$downloads/$swift_suite-arm64 ours theirs
  private_apt "$downloads" "$swift_suite" arm64 apt-get -qq update
  mkdir -p "$folder/swift"
  (cd "$folder/swift" && private_apt "$downloads" "$swift_suite" arm64 apt-get -qq download swiftlang libswiftlang) ||
    return 1
  theirs=$(package_version "$folder/swift")
  ours=$(package_version "$downloads/$swift_suite-amd64/cache/archives")
  # A module is read by the compiler of the same version alone; Debian's number of a rebuild doesn't matter.
  [ "${ours%%-*}" = "${theirs%%-*}" ] ||
    fail "Debian has Swift $ours for x86-64 and $theirs for ARM64 just now; they have to be the same: try again in a day"
}

# package_version FOLDER: the version of the newest swiftlang in it.
package_version() {
  local file newest='' version
  for file in "$1"/swiftlang_*.deb; do
    version=$(dpkg-deb --field "$file" Version)
    if [ -z "$newest" ] || dpkg --compare-versions "$version" gt "$newest"; then newest=$version; fi
  done
  echo "$newest"
}

# set_up_emulator: qemu-user of Debian 13, which is linked statically. That of Debian 12 lacks openat2(2), by which the
# daemon keeps below a stick's root.
set_up_emulator() {
  local folder=$downloads/$target_suite-amd64
  [ ! -x "$emulator/usr/bin/qemu-aarch64" ] || return 0
  say "download an emulator (Debian $target_suite)"
  private_apt "$downloads" "$target_suite" amd64 apt-get -qq update
  (cd "$folder" && rm -f qemu-user_*.deb && private_apt "$downloads" "$target_suite" amd64 apt-get -qq download qemu-user)
  mkdir -p "$emulator"
  dpkg-deb --extract "$folder"/qemu-user_*.deb "$emulator"
}
