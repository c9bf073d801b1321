#!/bin/sh
# The backups of the containers: of the database at the start and every night, of the server's files twice a minute.
# As root, which may read both.
set -eu
trap 'exit 0' INT TERM

as_owner() {
  runuser -u postgres -- pgbackrest --stanza=mostrador "$@"
}

# Tells the server, as the account that owns its files, when this has worked: docs/backup.md.
mark() {
  setpriv --reuid=10001 --regid=10001 --clear-groups touch "/var/lib/mostrador/$1"
}

copy_files() {
  while true; do
    { rsync --archive /var/lib/mostrador/ /mnt/backup/files/ && mark last-copy; } || echo 'The files were not copied.' >&2
    sleep 30
  done
}

as_owner stanza-create
as_owner check
# Beside the backups, which take longer than the copies may wait.
copy_files &
trap "kill $! 2> /dev/null || true; exit 0" INT TERM
done_on=
while true; do
  today=$(date +%F)
  if [ -z "$done_on" ] || { [ "$today" != "$done_on" ] && [ "$(date +%H)" -ge 2 ]; }; then
    # Without a full one before it, pgBackRest makes this one full.
    if [ "$(date +%u)" = 7 ]; then type=full; else type=diff; fi
    if as_owner --type="$type" backup; then
      done_on=$today
      mark last-backup || echo 'The server was not told of the backup.' >&2
    else
      echo 'The backup failed; it is tried again.' >&2
    fi
  fi
  sleep 30 &
  wait $!
done
