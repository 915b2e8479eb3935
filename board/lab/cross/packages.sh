# Shared by the scripts that need packages of another architecture or release; sourced after common.sh.
# Everything comes from the Debian archive that this machine's apt already uses; nothing is installed on the machine.
# shellcheck shell=bash

# debian_archive: the address of that archive. The suite wanted need not be one that apt has.
debian_archive() {
  local uri
  # shellcheck disable=SC2016  # apt-get expands these
  uri=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Created-By: Packages' |
    sed -n 's/^Debian Debian //p' | sort -u | head -n 1)
  # A machine that never ran "apt-get update" knows no labels yet.
  [ -n "$uri" ] || uri=$(sed -nE -e 's/^URIs: *([^ ]*\/debian\/?)( .*)?$/\1/p' \
    -e 's/^deb( \[[^]]*\])? ([^ ]*\/debian\/?) .*/\2/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null | head -n 1)
  [ -n "$uri" ] || fail "apt has no Debian archive among its sources; add one, or run this on Debian"
  echo "$uri"
}

# private_apt FOLDER SUITE ARCHITECTURE TOOL WORDS…: apt with a state of its own, for which no package is installed.
private_apt() {
  local state=$1/$2-$3 suite=$2 architecture=$3 tool=$4
  shift 4
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
  touch "$state/status"
  echo "deb [arch=$architecture signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(debian_archive) $suite main" \
    >"$state/sources.list"
  "$tool" -o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
    -o Dir::State="$state" -o Dir::State::Lists="$state/lists" -o Dir::State::status="$state/status" \
    -o Dir::State::extended_states="$state/extended_states" -o Dir::Cache="$state/cache" -o Dir::Log=/dev/null \
    -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" \
    -o APT::Sandbox::User= -o APT::Install-Recommends=false -o Debug::NoLocking=true "$@"
}

# download FOLDER SUITE ARCHITECTURE PACKAGE…: the packages and all that they depend on, in the version that the index
# names today; what FOLDER has already is not fetched again. Prints nothing where all goes well.
download() {
  local folder=$1 suite=$2 architecture=$3
  private_apt "$folder" "$suite" "$architecture" apt-get -qq update ||
    fail "the package index of $suite for $architecture can't be had; is the network there?"
  shift 3
  private_apt "$folder" "$suite" "$architecture" apt-get install --download-only -qq -y "$@" >/dev/null ||
    fail "packages of $suite for $architecture can't be had: $*"
  # Left over from an older index: unpacking takes every file that is here.
  private_apt "$folder" "$suite" "$architecture" apt-get -qq autoclean >/dev/null
}

# unpack FROM ROOT: lays the packages in FROM over each other, as root without running what they would run.
unpack() {
  local from=$1 root=$2 name file
  mkdir -p "$root"/usr/{bin,sbin,lib,lib64}
  for name in bin sbin lib lib64; do
    [ -e "$root/$name" ] || ln -s "usr/$name" "$root/$name"
  done
  for file in "$from"/*.deb; do
    dpkg-deb --fsys-tarfile "$file" |
      tar --extract --directory="$root" --keep-directory-symlink --no-same-owner || fail "$file can't be unpacked"
  done
}
