#!/usr/bin/env node
import process from 'node:process';
import {run} from '../cli.tsx';

void run('jr', process.argv.slice(2)).then(exitCode => {
  process.exitCode = exitCode;
});
