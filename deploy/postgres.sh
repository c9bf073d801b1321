#!/bin/sh
# PostgreSQL in its container: makes the cluster at the first start, and archives WAL to where the backups are.
set -eu
volume=/var/lib/postgresql/data

if [ ! -d "$volume/cluster" ]; then
  : "${POSTGRES_PASSWORD:?is the password of the superuser postgres}"
  umask 077
  printf '%s\n' "$POSTGRES_PASSWORD" > /tmp/password
  # Beside its place, so that a container that is killed meanwhile leaves no half of a cluster.
  rm -rf "$volume/new"
  initdb --pgdata="$volume/new" --username=postgres --pwfile=/tmp/password --auth-local=peer \
    --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --data-checksums
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$volume/new/pg_hba.conf"
  mv "$volume/new" "$volume/cluster"
  sync
fi

exec postgres -D "$volume/cluster" -c listen_addresses='*' -c archive_mode=on -c archive_timeout=30 \
  -c archive_command='pgbackrest --stanza=mostrador archive-push %p'
