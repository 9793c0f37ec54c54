/**
 * Imported for its effect: end quietly, as a program that SIGPIPE ends, once the reader of standard
 * output is gone, as in `node tools/size.mjs | head`.
 */
process.stdout.on('error', error => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(141);
});
