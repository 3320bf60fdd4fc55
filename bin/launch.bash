# Shared by the scripts in this folder, which source it: builds a module when its sources changed, then runs it.
# Standard output belongs to the program that is run; everything here speaks on standard error.

die() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 2
}

# Sets java to the launcher to use, java_home to where it is, or nothing if that can't be told, and native_flags.
find_java() {
  if [[ -n "${JAVA_HOME:-}" && -x "$JAVA_HOME/bin/java" ]]; then
    java="$JAVA_HOME/bin/java"
  else
    java="$(command -v java)" ||
      die "no Java found${JAVA_HOME:+, and JAVA_HOME, $JAVA_HOME, has no bin/java}: install a JDK, 17 or newer, or set JAVA_HOME"
    # Maven refuses to start by one that leads nowhere.
    unset JAVA_HOME
  fi
  java_home="$(readlink -f -- "$java" 2>/dev/null)" || java_home=""
  java_home="${java_home%/bin/*}"
  # A manager of versions may put a script of its own into the path.
  [[ -x "$java_home/bin/java" ]] || java_home=""
  native_flags=()
  java_version=""
  # The HTTP client of a table has a native part. From 24 on the JVM warns of such unless it is told; of an older one the
  # same flag takes a part of its archive of classes away. An archive fits only who starts with the flag it was made with.
  if [[ -f "$java_home/release" && "$(<"$java_home/release")" =~ JAVA_VERSION=\"([0-9]+) ]]; then
    java_version="${BASH_REMATCH[1]}"
    ((java_version >= 17)) || die "this Java is too old: $java is version $java_version, and 17 or newer is needed; set JAVA_HOME"
    if ((java_version >= 24)); then
      native_flags=(--enable-native-access=ALL-UNNAMED)
    fi
  fi
}

# Prints the Maven to use: the one that is installed, or the wrapper, which fetches one from Maven Central on its first use.
find_maven() {
  if [[ -n "$java_home" && ! -x "$java_home/bin/javac" ]]; then
    die "a JDK is needed to build, and $java_home has no bin/javac: install a JDK, 17 or newer, or set JAVA_HOME"
  fi
  command -v mvn && return
  [[ -x "$root/mvnw" ]] || die "no Maven found (mvn), and no wrapper in $root: install Maven 3.8 or newer"
  printf '%s\n' "$root/mvnw"
}

# Prints MODULE and all of our modules that it needs, and those that these need, as their poms say.
modules_of() (
  cd "$root"
  # A line "MODULE NEEDED" for each dependency that is not for tests alone.
  needs="$(awk '
    /<dependency>/ { inside = 1; name = ""; scope = "" }
    inside && match($0, /<artifactId>zae-limiter-[a-z0-9-]+</) { name = substr($0, RSTART + 24, RLENGTH - 25) }
    inside && /<scope>test</ { scope = "test" }
    /<\/dependency>/ {
      if (name != "" && scope == "") { split(FILENAME, path, "/"); print path[1], name }
      inside = 0
    }' */pom.xml)"
  modules=("$1")
  for ((i = 0; i < ${#modules[@]}; i++)); do
    while read -r module needed; do
      if [[ "$module" == "${modules[i]}" && " ${modules[*]} " != *" $needed "* ]]; then
        modules+=("$needed")
      fi
    done <<<"$needs"
  done
  printf '%s\n' "${modules[@]}"
)

# Prints one checksum over all that the build of the given modules reads.
checksum_sources() (
  cd "$root"
  paths=(pom.xml .mvn)
  for module in "$@"; do
    paths+=("$module/pom.xml" "$module/src/main")
  done
  export LC_ALL=C
  if command -v sha1sum >/dev/null; then sum=(sha1sum); else sum=(shasum); fi
  find "${paths[@]}" -type f -print0 | sort -z | xargs -0 "${sum[@]}" | "${sum[@]}"
)

# Whether the module's jars were built from the sources with that checksum, and by nothing else since.
is_built() {
  local target="$root/$1/target" stamp jars
  [[ -f "$target/.build-stamp" ]] || return 1
  stamp="$(<"$target/.build-stamp")"
  [[ "$stamp" == "$2" ]] || return 1
  compgen -G "$target/zae-limiter-$1-*.jar" >/dev/null || return 1
  jars=("$target"/*.jar)
  # A program has the jars that it needs beside it; the function of Lambda has them within.
  if [[ "$1" != aggregator-lambda ]]; then
    [[ -d "$target/lib" ]] || return 1
    jars+=("$target/lib")
  fi
  [[ -z "$(find "${jars[@]}" -newer "$target/.build-stamp" -print)" ]]
}

# Takes the lock under which one process at a time builds in this checkout; it ends with this process or at unlock.
lock() {
  mkdir -p "$root/target"
  if command -v flock >/dev/null; then
    exec 9>"$root/target/.build-lock"
    flock -n 9 && return
    printf '%s: waiting for another build\n' "${0##*/}" >&2
    flock 9
    return
  fi
  local dir="$root/target/.build-lock.d" owner waited=0
  until mkdir "$dir" 2>/dev/null; do
    owner="$(cat "$dir/pid" 2>/dev/null || true)"
    # A dead owner, or one that died before it wrote its number, leaves a stale lock.
    if [[ -n "$owner" ]] && ! kill -0 "$owner" 2>/dev/null || [[ -z "$owner" && $waited -ge 10 ]]; then
      rm -rf "$dir"
      continue
    fi
    ((waited++ == 0)) && printf '%s: waiting for another build\n' "${0##*/}" >&2
    sleep 1
  done
  trap 'rm -rf "$root/target/.build-lock.d"' EXIT
  echo "$$" >"$dir/pid"
}

unlock() {
  if command -v flock >/dev/null; then
    exec 9>&-
  else
    rm -rf "$root/target/.build-lock.d"
    trap - EXIT
  fi
}

# ensure_built MODULE: builds MODULE unless it is up to date with its own sources and those of the modules that it needs.
ensure_built() {
  local module="$1" target="$root/$1/target" stamp modules maven
  # shellcheck disable=SC2207 # names of modules hold no spaces, and older shells no mapfile
  modules=($(modules_of "$module"))
  stamp="$(checksum_sources "${modules[@]}")" || die "cannot read the sources in $root"
  is_built "$module" "$stamp" && return
  maven="$(find_maven)" || exit 2
  lock
  stamp="$(checksum_sources "${modules[@]}")"
  if ! is_built "$module" "$stamp"; then
    printf '%s: building\n' "${0##*/}" >&2
    # Removed rather than overwritten, so that a running program keeps its open jars and no stale jar stays.
    rm -rf "$target/lib" "$target"/zae-limiter-*.jar "$target/.build-stamp"
    # Warnings are shown, since each of them fails the build.
    (cd "$root" && "$maven" -B -ntp -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Dmaven.test.skip=true \
      -Dspotless.check.skip -pl "$module" -am package) </dev/null >&2 9>&- || die "the build failed: its reason is above; without a network, what Maven has not fetched before is missing"
    printf '%s\n' "$stamp" >"$target/.build-stamp"
  fi
  unlock
}

# Prints a name for this JVM's build and the module's jars, as they are now; fails where it can't be told.
name_archive() {
  [[ -f "$java_home/release" ]] || return
  {
    printf '%s\n' "$java_home" "$root" "${native_flags[*]-}"
    cat -- "$java_home/release" "$root/$1/target/.build-stamp"
    find "$root/$1/target"/*.jar "$root/$1/target/lib" -name '*.jar' -exec ls -ln {} + | sort
  } | cksum | tr -c '0-9\n' '-'
}

# share_classes MODULE CLASS ARGUMENT...: makes the JVM start from an archive of loaded classes, which is made of what one
# run of the class with these arguments loads, and kept beside the jars. It is a whole archive, not one on top of the
# JVM's own: of JDK 17's, only those hold class files as old as picocli's. Without an archive all works as well, only
# later: whatever fails here fails in silence. The JVM warns of a stale archive on standard output, so its log is switched
# off; it crashes on one cut short, so the size is in the name.
share_classes() {
  local module="$1" class="$2" name part archive
  name="$(name_archive "$module" 2>/dev/null)" && [[ -n "$name" ]] || return 0
  shift 2
  archive="$(find_archive "$module" "$name")"
  # Where it can't be kept, as on a read-only checkout, each run would make one in vain.
  if [[ -z "$archive" && -w "$root/$module/target" ]]; then
    part="$root/$module/target/classes-$name.$$"
    (list_classes "$module" "$class" "$part.list" "$@") </dev/null >/dev/null 2>&1 || true
    write_archive "$module" "$part.list" "$part" </dev/null >/dev/null 2>&1 || true
    if [[ -s "$part" ]]; then
      rm -f "$root/$module/target"/classes-*.jsa 2>/dev/null || true
      mv -f "$part" "$root/$module/target/classes-$name-$(size_of "$part").jsa" 2>/dev/null || true
    fi
    rm -f "$part" "$part.list" 2>/dev/null || true
    archive="$(find_archive "$module" "$name")"
  fi
  if [[ -n "$archive" ]]; then
    jvm_flags+=("-XX:SharedArchiveFile=$archive" -Xlog:disable -Xlog:all=error:stderr)
  fi
}

# Prints the whole archive of that name, or nothing.
find_archive() {
  local archive
  for archive in "$root/$1/target/classes-$2"-*.jsa; do
    if [[ -f "$archive" && "$archive" == *"-$(size_of "$archive").jsa" ]]; then
      printf '%s\n' "$archive"
      return
    fi
  done
}

size_of() {
  local size
  size="$(wc -c <"$1")"
  printf '%d' "$size"
}

# list_classes MODULE CLASS LIST ARGUMENT...: runs the class, and writes down which classes it loads.
list_classes() {
  local module="$1" class="$2"
  jvm_flags+=("-XX:DumpLoadedClassList=$3" -Xlog:disable)
  shift 3
  run_main "$module" "$class" "$@"
}

# write_archive MODULE LIST ARCHIVE. Only this collector can put objects into an archive; every one can take them out.
write_archive() {
  "$java" ${native_flags[@]+"${native_flags[@]}"} -XX:+UseG1GC -Xlog:disable -Xshare:dump \
    "-XX:SharedClassListFile=$2" "-XX:SharedArchiveFile=$3" -cp "$(class_path "$1")"
}

# Prints the class path of a module: its jar, and the jars that it needs.
class_path() {
  local target="$root/$1/target" jar path=""
  for jar in "$target/zae-limiter-$1"-*.jar; do
    case "$jar" in
      *-sources.jar | *-javadoc.jar) ;;
      *) path+="$jar:" ;;
    esac
  done
  printf '%s' "$path$target/lib/*"
}

# run_main MODULE CLASS ARGUMENT...: becomes the Java program, in the caller's directory; jvm_flags holds its flags.
run_main() {
  local module="$1" class="$2"
  shift 2
  exec "$java" ${native_flags[@]+"${native_flags[@]}"} "${jvm_flags[@]}" -cp "$(class_path "$module")" "$class" "$@"
}
