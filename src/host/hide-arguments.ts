import process from 'node:process';

/**
 * Take the command line out of what other users of the machine see of this process, when a secret
 * was given in it; the program's name remains.
 *
 * @param argv what follows the program's name
 */
export function hideArguments(program: string, argv: readonly string[]): void {
  if (argv.some(word => /^--(auth-)?token(=|$)/.test(word))) process.title = program;
}
