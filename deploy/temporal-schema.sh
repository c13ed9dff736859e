#!/bin/sh
# Makes Temporal's two databases and their schemas, or brings those of an older version up to date. Each command changes
# nothing where its work is done, so it may be run at any time, and before a newer Temporal is started.
set -eu

make() {
  temporal-sql-tool --database "$1" create-database --defaultdb postgres
  temporal-sql-tool --database "$1" setup-schema --version 0.0
  temporal-sql-tool --database "$1" update-schema --schema-name "postgresql/v12/$2"
}

make temporal temporal
make temporal_visibility visibility
