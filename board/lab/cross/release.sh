# The release for Debian 13: sourced by board/arm64 and board/package after toolchain.sh.
# shellcheck shell=bash disable=SC2154  # toolchain.sh and common.sh set what is used here

build=.build-$architecture
linked=$build/$swift_triple/release
bin=$build/bin
programs=(jukeboxd jukebox jukebox-analyzer jukebox-fetch jukebox-web jukebox-cards)
# The words that start a linked program here, with the libraries of Debian 13 and each symbol looked up at once.
case $architecture in
  # The oldest processor.
  arm64) start=("$emulator/usr/bin/qemu-aarch64" -cpu cortex-a53 -L "$sysroot" -E LD_BIND_NOW=1) ;;
  amd64) start=(env LD_BIND_NOW=1 "$sysroot/usr/lib/$triplet/ld-linux-x86-64.so.2" --library-path "$sysroot/usr/lib/$triplet") ;;
esac

# alone FILE: waits for another run that changes the same folder. The tests run without, since they change nothing.
alone() {
  mkdir -p "$(dirname "$1")"
  exec {lock}>"$1"
  flock --nonblock "$lock" || {
    say "waiting for another build"
    flock "$lock"
  }
}
unlock() { exec {lock}>&-; }

# ready: everything that was downloaded and unpacked is there.
ready() {
  alone "$cache/lock"
  set_up_toolchain
  set_up_emulator
  unlock
}

# quietly COMMAND: runs it, and shows what it wrote only where it fails or warns.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    grep -vE '^\[[0-9]+/[0-9]+\]' "$log" >&2
    rm -f "$log"
    return 1
  fi
  if grep -n 'warning:' "$log" >&2; then fail "the build warns"; fi
  rm -f "$log"
}

link_release() {
  # The same path for everyone: the bytes depend on it.
  # shellcheck disable=SC2034  # in_compiler uses it
  local program place=/jukebox
  for program in "${programs[@]}"; do
    quietly cross_swift "$build" "${release_options[@]}" -Xswiftc -gnone --product "$program" || return 1
  done
  build_others "$linked" in_compiler clang --target="$swift_triple" --sysroot="/sdk${sysroot#"$sdk"}" || return 1
}

strip_release() {
  local program
  rm -rf "$bin"
  mkdir -p "$bin"
  for program in "${programs[@]}" "${others[@]}"; do
    in_compiler llvm-objcopy --strip-all "$linked/$program" "$bin/$program"
  done
}

# cross_release: builds the programs into $bin, stripped, checked and started once.
cross_release() {
  local program
  ready
  alone "$build/lock"
  stage "build the release for $architecture" link_release
  stage "strip" strip_release
  unlock
  for program in "${programs[@]}" "${others[@]}"; do
    board/lab/check-binary "$linked/$program" 13
    "${start[@]}" "$bin/$program" --help >/dev/null || fail "$program does not start; see above"
  done
}
