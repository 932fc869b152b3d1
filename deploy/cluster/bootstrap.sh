#!/bin/sh
# Run once by Patroni with the address of the new cluster: the role and the database of Gatehouse, and the extensions it may not create.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$GATEHOUSE_PASSWORD" "$1" <<'SQL'
CREATE ROLE gatehouse LOGIN PASSWORD :'password';
CREATE DATABASE gatehouse OWNER gatehouse ENCODING 'UTF8' TEMPLATE template0;
\connect gatehouse
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;
SQL
