#!/bin/sh
# Runs Trestle with the Java in this folder.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in /*) self=$link ;; *) self=${self%/*}/$link ;; esac
done
home=$(cd "${self%/*}/.." && pwd)
path=
while read -r jar; do path=${path:+$path:}$home/lib/$jar; done <"$home/lib/class-path"
set -- "-Djava.library.path=$home/lib" -cp "$path" dev.trestle.app.Main "$@"
[ ! -f "$home/lib/start.aot" ] || set -- -XX:AOTCache="$home/lib/start.aot" -Xlog:disable "$@"
export TRESTLE_PACKAGED=1 # without the commands of the project's script
exec "$home/runtime/bin/java" --enable-native-access=ALL-UNNAMED -XX:+ExitOnOutOfMemoryError "$@"
