import {type JsonValue, readPointer} from '../../../base/json-value.ts';
import {safeText} from '../../../base/safe-text.ts';

/** What a command that was starred out or cut is known by. */
const starred = /"\*\*\*"|=\*\*\*|(?:Basic|Bearer) +\*\*\*|:\/\/\*\*\*@/;
const cutOff = / \u2026 \(\d+ characters\)$/;

const head = `#!/usr/bin/env bash
# Commands of writes that were made before: read them before you run them again.
# No credentials are in it: it runs with those of your profiles or your shell.
set -eu
`;

/**
 * Rows that have commands as a script that makes the same writes again, oldest first: `/command`, with
 * `/at`, `/what` and `/result` said before each. What failed, has no command, or whose command is not
 * whole, because it was long or held a secret, is there as a comment.
 */
export function* scriptPieces(rows: readonly JsonValue[]): Generator<string> {
  yield head;
  const textAt = (row: JsonValue, pointer: string): string => {
    const found = readPointer(row, pointer);
    return found === undefined || found === null ? '' : String(found);
  };
  const byTime = [...rows].sort((a, b) => textAt(a, '/at').localeCompare(textAt(b, '/at')));
  for (const row of byTime) {
    const command = textAt(row, '/command');
    const reason = whyNotRun(command, textAt(row, '/result'));
    const said = [textAt(row, '/at'), textAt(row, '/what')].filter(Boolean).join('  ');
    yield `\n# ${oneLine(said)}\n`;
    if (reason === undefined) yield `${command}\n`;
    else yield `# not run again, ${reason}${command === '' ? '' : `: ${oneLine(command)}`}\n`;
  }
}

/** Why a command is no line of a script; undefined where it is one. */
function whyNotRun(command: string, result: string): string | undefined {
  if (command === '') return 'its command is not known';
  if (result !== '' && result !== 'done') return `its end was “${oneLine(result)}”`;
  if (starred.test(command)) return 'a secret in it is starred out';
  if (cutOff.test(command)) return 'it is too long to have been kept whole';
  // What was kept is quoted as a shell reads it: a line break would be within quotes, escaped.
  return /^(?:jr|cf) [^\n\r]*$/.test(command) ? undefined : 'it is no command of jr or cf';
}

/** A comment ends with its line. */
function oneLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ');
}
