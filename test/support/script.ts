/** One command of an end-to-end script and what it must print. */
export interface ScriptCommand {
  /** The sentence above it: what it shows. */
  readonly name: string;
  /** The line given to the shell. */
  readonly command: string;
  /**
   * Expected lines; `{{pattern}}` in a line is a regular expression, a line `…` any further lines.
   */
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly exit: number;
}

/**
 * Read an end-to-end script. `# sentence` names the next command, `$ command` runs it, `1> line`
 * and `2> line` are what it prints on stdout and stderr, `= 4` its exit code when it is not 0.
 *
 * @throws Error naming the line that is none of these
 */
export function parseScript(text: string): ScriptCommand[] {
  const commands: {
    name: string;
    command: string;
    stdout: string[];
    stderr: string[];
    exit: number;
  }[] = [];
  let name = '';
  for (const [index, line] of text.split('\n').entries()) {
    const [, mark, rest = ''] = /^(#|\$|1>|2>|=)(?: (.*))?$/.exec(line) ?? [];
    const last = commands.at(-1);
    if (line.trim() === '') continue;
    if (mark === '#') name = rest;
    else if (mark === '$') commands.push({name, command: rest, stdout: [], stderr: [], exit: 0});
    else if (mark === '1>' && last) last.stdout.push(rest);
    else if (mark === '2>' && last) last.stderr.push(rest);
    else if (mark === '=' && last) last.exit = Number(rest);
    else throw new Error(`line ${index + 1} is not part of a script: ${line}`);
  }
  return commands;
}

/** Whether what was printed is what was expected. */
export function matchesLines(expected: readonly string[], printed: string): boolean {
  const pattern = expected
    .map(line => (line === '…' ? '[\\s\\S]*?' : `${linePattern(line)}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(printed);
}

function linePattern(line: string): string {
  return line
    .split(/\{\{(.*?)\}\}/)
    .map((part, index) =>
      index % 2 === 1 ? `(?:${part})` : part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    )
    .join('');
}
