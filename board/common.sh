# Shared by the scripts in this folder, which source it: where the project is, and how they speak.
# shellcheck shell=bash

set -Eeuo pipefail
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# say WORDS: a line that stands out, with the seconds since the script began.
say() { printf '[%3d s] %s\n' "$SECONDS" "$*" >&2; }

# fail WORDS: says why, and ends the script.
fail() {
  say "FAILED: $*"
  exit 1
}

# usage: the comment that the script begins with.
usage() { sed -n '2,/^source/{/^source/d;s/^# \{0,1\}//;p}' "$0"; }
# Sourced without words of its own, this sees the script's.
for word in "$@"; do
  case $word in
    -h | --help)
      usage
      exit
      ;;
  esac
done

# step WORDS -- COMMAND: says what comes, runs it, says how long it took; ends the script where it fails.
step() {
  local words=()
  while [ "$1" != -- ]; do
    words+=("$1")
    shift
  done
  shift
  local begin=$SECONDS
  say "${words[*]}"
  # With `"$@" || fail`, Bash would continue after each failure in a function but its last.
  # A subshell leaves it to the shell that uses its result.
  trap '[ "$BASHPID" != "$$" ] || fail "${words[*]}"' ERR
  "$@"
  trap - ERR
  say "${words[*]}: done in $((SECONDS - begin)) s"
}

# The virtual environment with ruff and mypy, which board/setup makes.
# shellcheck disable=SC2034
python_checks=${XDG_CACHE_HOME:-$HOME/.cache}/jukebox/checks

# as_root COMMAND: runs it as root.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# install_tools COMMAND:PACKAGE…: installs the Debian packages of commands that are missing.
install_tools() {
  local tool missing=()
  for tool in "$@"; do
    command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends \
    "${missing[@]}" >/dev/null || fail "apt-get can't install ${missing[*]}; was apt-get update run?"
}

# The release that counts: one file, without a Swift installation beside it, that looks for libraries where the system
# has them.
# Coloured or not, the compiler is called in the same way: what was built by a script is not built again on a terminal.
# The name of the project's folder is in none of its bytes.
release_options=(-c release --static-swift-stdlib --disable-local-rpath)
build_release() {
  swift build "${release_options[@]}" -Xswiftc -file-prefix-map -Xswiftc "$root=/jukebox" \
    -Xcc "-ffile-prefix-map=$root=/jukebox" --no-color-diagnostics "$@"
}
release_folder() { swift build -c release --static-swift-stdlib --show-bin-path; }

# build_c FOLDER PROGRAM "WORDS…" [COMPILER WORDS…]: a program in C from Sources/PROGRAM with further files and libraries. Not by
# swift build, which links Swift's runtime to every program.
build_c() {
  local folder=$1 program=$2 further words=("${@:4}")
  read -ra further <<<"$3"
  [ $# -gt 3 ] || words=(clang)
  "${words[@]}" -std=gnu17 -O2 -Wall -Wextra -Werror -fPIE -pie -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fuse-ld=lld \
    -ffile-prefix-map="$PWD=/jukebox" -Wl,-z,relro,-z,now,-z,noexecstack,--as-needed,-z,separate-code -o "$folder/$program" \
    "Sources/$program"/*.c "${further[@]}"
}

# build_decoder FOLDER [COMPILER WORDS…]: jukebox-decoder, which links FFmpeg's libraries; nothing else of the jukebox needs them.
build_decoder() { build_c "$1" jukebox-decoder "-lavformat -lavcodec -lavutil -lswresample -lseccomp" "${@:2}"; }

# build_pictures FOLDER [COMPILER WORDS…]: jukebox-pictures, which decodes pictures.
build_pictures() { build_c "$1" jukebox-pictures "Sources/jukebox-decoder/sandbox.c -ljpeg -lpng16 -lwebp -lseccomp" "${@:2}"; }

# build_tagger FOLDER [COMPILER WORDS…]: jukebox-tagger, a program in C++ over TagLib, which nothing else of the jukebox needs.
# The compiler is that of C; the program's own part is C++. Each failure is passed on: build_others runs it in a condition.
build_tagger() {
  local folder=$1 words flags
  shift
  words=("$@")
  [ $# -gt 0 ] || words=(clang)
  flags=(-O2 -Wall -Wextra -Werror -fPIE -fstack-protector-strong -D_FORTIFY_SOURCE=2 -ffile-prefix-map="$PWD=/jukebox"
    -ISources/jukebox-decoder)
  "${words[@]}" -std=gnu17 "${flags[@]}" -c -o "$folder/jukebox-tagger-sandbox.o" Sources/jukebox-decoder/sandbox.c || return 1
  "${words[@]}" --driver-mode=g++ -std=gnu++17 "${flags[@]}" -iwithsysroot /usr/include/taglib -pie -fuse-ld=lld \
    -Wl,-z,relro,-z,now,-z,noexecstack,--as-needed,-z,separate-code -o "$folder/jukebox-tagger" \
    Sources/jukebox-tagger/*.cpp "$folder/jukebox-tagger-sandbox.o" -ltag -lseccomp || return 1
  rm "$folder/jukebox-tagger-sandbox.o"
}

# The programs that swift build does not make.
others=(jukebox-decoder jukebox-tagger jukebox-pictures)

# build_others FOLDER [COMPILER WORDS…]: all of them.
build_others() {
  local program
  for program in "${others[@]}"; do "build_${program#jukebox-}" "$@" || return 1; done
}

# program_version: the version of the programs, of the package and of the changelog.
program_version() { sed -n 's/.*current = "\(.*\)"/\1/p' Sources/Model/ProgramVersion.swift; }

# Every script that sources this explains itself.
if [ "${1:-}" = --help ]; then
  usage
  exit
fi
