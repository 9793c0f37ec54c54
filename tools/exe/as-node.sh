#!/bin/sh
# Stands in for Node where the built commands are tried (STEWARD_NODE): in place of dist/bin/jr.js it
# runs the executable dist-exe/jr, so that one suite holds for both.
name=$(basename "$1" .js)
shift
exec "$(dirname "$0")/../../dist-exe/$name" "$@"
