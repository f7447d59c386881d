# Waits until the process that started it is gone, then ends the servers it left and removes their
# directories.
# Arguments: directories. Every server has one of its own in one of them, until it is closed.
#
# Standard input is a pipe whose other end only that process holds. The kernel closes it when the
# process ends, however it ends: nothing to poll, and no process id that another could have taken.
for run in "$@"; do
  case $run in */stagedoor-run-*) ;; *) exit 2 ;; esac
done
# Ctrl-C reaches every process of the terminal's group; this one goes last.
trap '' INT HUP TERM QUIT
cd /

# The process is still the server whose directory is $2. A process id may have been taken by another
# since; a zombie has no command line.
is_server() {
  if [ -d /proc/self ]; then
    line=$(tr '\0' ' ' < "/proc/$1/cmdline") 2> /dev/null
  else
    line=$(ps -o args= -p "$1") 2> /dev/null
  fi
  case $line in
    *postgres*"$2"* | *redis*"$2"*) return 0 ;;
    *) return 1 ;;
  esac
}

# The first line of the server's pid file; a server that is just starting has none yet.
pid_of() {
  pid=
  for file in "$1/data/postmaster.pid" "$1/redis.pid"; do
    if [ -f "$file" ]; then read -r pid _ < "$file"; fi
  done
  case $pid in '' | *[!0-9]*) return 1 ;; esac
}

# Polls $2 tenths of a second long until the server of the directory $1 is gone.
gone() {
  tries=$2
  while is_server "$pid" "$1"; do
    [ "$tries" -gt 0 ] || return 1
    tries=$((tries - 1))
    sleep 0.1
  done
}

# The data goes with the server, so PostgreSQL is told to stop at once (QUIT), not to tidy up.
end() {
  tries=20
  until pid_of "$1" || [ "$tries" -eq 0 ]; do
    tries=$((tries - 1))
    sleep 0.1
  done
  if [ -n "$pid" ] && is_server "$pid" "$1"; then
    case $line in *postgres*) kill -QUIT "$pid" ;; *) kill -TERM "$pid" ;; esac
    gone "$1" 20 || kill -KILL "$pid"
    gone "$1" 10
  fi
}

while read -r _; do :; done

for run in "$@"; do
  for server in "$run"/*/; do
    server=${server%/}
    if [ -d "$server" ]; then end "$server" & fi
  done
done
wait
rm -rf "$@"
