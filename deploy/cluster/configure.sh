#!/bin/sh
# configure.sh TEMPLATE FILE COMMAND …: writes the template with its ${NAMES} from the environment, then becomes the command.
set -eu
umask 077
envsubst "$(grep -o '\${[A-Z][A-Z0-9_]*}' "$1" | tr '\n' ' ')" <"$1" >"$2"
shift 2
exec "$@"
