#!/bin/sh
# What the entry point of the image "postgres" does: makes the database cluster at the first start, then becomes the command.
set -eu
PGDATA=/var/lib/postgresql/data
export PGDATA
if [ "$1" = postgres ]; then chmod 700 "$PGDATA"; fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  umask 077
  printf '%s\n' "$POSTGRES_PASSWORD" >/tmp/password
  # shellcheck disable=SC2086
  initdb --username "$POSTGRES_USER" --pwfile /tmp/password $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl start --wait --options "-c listen_addresses=''"
  createdb --username "$POSTGRES_USER" "$POSTGRES_DB" 2>/dev/null || true
  pg_ctl stop --wait
fi
exec "$@"
