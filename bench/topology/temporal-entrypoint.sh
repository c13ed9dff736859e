#!/bin/sh
# What the entry point of the image "temporalio/server" does: binds to the address of the host name, then starts.
set -eu
: "${BIND_ON_IP:=$(getent hosts "$(hostname)" | awk '{print $1;}')}"
export BIND_ON_IP
exec temporal-server start
