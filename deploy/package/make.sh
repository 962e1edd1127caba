#!/usr/bin/env bash
# Packs the built program with a Java runtime of its own: a tarball, and a Debian package where
# dpkg-deb is installed. Then tries the tarball. Called by ./trestle package.
# Usage: make.sh JDK FOLDER
set -euo pipefail

mkdir -p "$2"
jdk=$1 out=$(cd "$2" && pwd)
here=$(cd -P "$(dirname "$0")/../.." && pwd)
version=$(sed -n 's:^  <version>\(.*\)</version>:\1:p' "$here/pom.xml")
case $(uname -m) in
  x86_64) cpu=x64 debian=amd64 native=linux64 ;;
  aarch64) cpu=arm64 debian=arm64 native=linux-aarch64 ;;
  *) echo "trestle: no packages for the processor $(uname -m)" >&2; exit 69 ;;
esac
name=trestle-$version-linux-$cpu
tree=$out/$name

# What the libraries use of the JDK.
modules=java.desktop,java.logging,java.management,java.naming,java.net.http,java.security.jgss
modules+=,java.security.sasl,java.sql,java.xml,jdk.crypto.ec,jdk.jfr,jdk.localedata,jdk.management
modules+=,jdk.net,jdk.unsupported,jdk.zipfs

say() { printf 'trestle: %s\n' "$*" >&2; }
mega() { du -sm --apparent-size "$1" | cut -f 1; }

lay_out() {
  rm -rf "$tree" "$out/root"
  mkdir -p "$tree/bin" "$tree/lib"
  "$jdk/bin/jlink" --add-modules "$modules" --include-locales en,sv \
    --strip-debug --no-header-files --no-man-pages --compress zip-6 --output "$tree/runtime"
  cp "$here"/app/target/trestle-app-*.jar "$here"/app/target/lib/*.jar "$tree/lib/"
  unpack_native
  (cd "$tree/lib" && ls -- *.jar >class-path)
  cp "$here/deploy/package/trestle.sh" "$tree/bin/trestle"
  chmod 755 "$tree/bin/trestle"
  cp "$here/LICENSE" "$here/NOTICE" "$here/CHANGELOG.md" "$tree/"
  # Archives keep whole seconds, and the class cache belongs to files of exactly one time.
  find "$tree" -type f -exec touch -d '2026-01-01 00:00:00 UTC' {} +
}

# RocksDB's jar brings its library for 15 platforms. One of them is used here, and Java would unpack
# it at each start.
unpack_native() {
  local jar work=$out/rocksdb
  jar=$(echo "$tree"/lib/rocksdbjni-*.jar)
  rm -rf "$work"
  mkdir "$work"
  (cd "$work" && "$jdk/bin/jar" xf "$jar")
  mv "$work/librocksdbjni-$native.so" "$tree/lib/"
  rm "$work"/librocksdbjni-*
  "$jdk/bin/jar" cfM "$jar" -C "$work" .
  rm -rf "$work"
}

# Starts the demo of a folder with nothing in the environment, and waits until it listens.
start_demo() {
  local home=$1 tries=4800 begun
  shift
  : >"$out/demo.log" # or what an earlier start said would count
  begun=$(date +%s%N)
  env -i PATH=/nowhere "$@" "$home/bin/trestle" serve --demo --port 0 >"$out/demo.log" 2>&1 &
  demo=$!
  until grep -q 'Ctrl-C' "$out/demo.log"; do
    if [ $((tries -= 1)) -le 0 ] || ! kill -0 "$demo" 2>/dev/null; then
      cat "$out/demo.log" >&2
      kill "$demo" 2>/dev/null || true
      say "the packed program did not start"
      exit 1
    fi
    sleep 0.05
  done
  started_ms=$((($(date +%s%N) - begun) / 1000000))
}

end_demo() {
  kill "$demo"
  wait "$demo" || true
}

# Classes that were loaded and linked at a first start.
make_class_cache() {
  # In quotes, as the path may have spaces.
  start_demo "$tree" "JAVA_TOOL_OPTIONS=-XX:AOTCacheOutput='$tree/lib/start.aot'"
  end_demo
  [ -f "$tree/lib/start.aot" ] || { cat "$out/demo.log" >&2; say "no class cache was made"; exit 1; }
}

pack_tarball() {
  tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner -czf "$out/$name.tar.gz" "$name"
}

pack_debian() {
  local root=$out/root
  deb=$out/trestle_${version/-/\~}_$debian.deb
  mkdir -p "$root/opt" "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/etc/trestle" "$root/DEBIAN"
  cp -a "$tree" "$root/opt/trestle"
  ln -s /opt/trestle/bin/trestle "$root/usr/bin/trestle"
  cp "$here/deploy/systemd/trestle.service" "$root/usr/lib/systemd/system/"
  cp "$here/deploy/package/trestle.env" "$root/etc/trestle/"
  chmod 640 "$root/etc/trestle/trestle.env"
  echo /etc/trestle/trestle.env >"$root/DEBIAN/conffiles"
  cp "$here"/deploy/package/{postinst,prerm} "$root/DEBIAN/"
  chmod 755 "$root"/DEBIAN/{postinst,prerm}
  cat >"$root/DEBIAN/control" <<END
Package: trestle
Version: ${version/-/\~}
Architecture: $debian
Maintainer: The Trestle authors <trestle@trestle.example>
Installed-Size: $(du -sk "$root/opt" | cut -f 1)
Depends: libc6, libstdc++6, zlib1g, adduser
Section: database
Priority: optional
Description: DynamoDB on one machine, and systems built on it
 An embedded engine that speaks DynamoDB, a messenger, an application inbox, a
 neighbourhood marketplace, a household assistant, and a console to watch them.
END
  dpkg-deb --root-owner-group -Zgzip --build "$root" "$deb" >/dev/null
  rm -rf "$root"
}

# Unpacks the tarball elsewhere and runs it, with no other Java to be found.
try_tarball() {
  local place trial
  place=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$place'" EXIT
  trial="$place/a folder"
  mkdir "$trial"
  tar -C "$trial" -xzf "$out/$name.tar.gz"
  env -i PATH=/nowhere "$trial/$name/bin/trestle" version >&2
  # "on": it ends with an error if the class cache cannot be used.
  start_demo "$trial/$name" JAVA_TOOL_OPTIONS=-XX:AOTMode=on
  end_demo
}

say "collecting the runtime and the libraries"
lay_out
say "preparing a quick start"
make_class_cache
say "packing"
pack_tarball
deb=
command -v dpkg-deb >/dev/null 2>&1 && pack_debian
say "trying the tarball in an empty folder, without Java and Maven"
try_tarball
echo "$out/$name.tar.gz: $(mega "$out/$name.tar.gz") MB, $(mega "$tree") MB unpacked; the demo listens after $started_ms ms"
[ -z "$deb" ] || echo "$deb: $(mega "$deb") MB"
