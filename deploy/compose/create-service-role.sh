#!/bin/sh
# Run once by the image of PostgreSQL on an empty volume: the role that reads and writes rows and owns nothing.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SERVICE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE vintem_app LOGIN PASSWORD :'password';
SQL
