#!/bin/sh
# The backups of the containers: of the database at the start and every night, of the server's files twice a minute.
# As root, which may read both.
set -eu
trap 'exit 0' INT TERM

as_owner() {
  runuser -u postgres -- pgbackrest --stanza=mostrador "$@"
}

as_owner stanza-create
as_owner check
done_on=
while true; do
  rsync --archive /var/lib/mostrador/ /mnt/backup/files/ || echo 'The files were not copied.' >&2
  today=$(date +%F)
  if [ -z "$done_on" ] || { [ "$today" != "$done_on" ] && [ "$(date +%H)" -ge 2 ]; }; then
    # Without a full one before it, pgBackRest makes this one full.
    if [ "$(date +%u)" = 7 ]; then type=full; else type=diff; fi
    if as_owner --type="$type" backup; then done_on=$today; else echo 'The backup failed; it is tried again.' >&2; fi
  fi
  sleep 30 &
  wait $!
done
