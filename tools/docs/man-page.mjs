import {bold, item, literal, paragraphs, roff, section} from './roff.mjs';

const summaries = {
  jr: 'the issue tracker from the shell',
  cf: 'the content service from the shell',
  steward: 'the issue tracker and the content service in a terminal',
};
const services = {jr: 'tracker', cf: 'content'};

/**
 * Generate the manual page of a program in roff, from the sources of its --help.
 *
 * @param code the tables of the source
 * @param program jr, cf or steward
 */
export function manPage(code, program) {
  const own = program === 'steward' ? stewardSections(code) : commandSections(code, program);
  const lines = [
    `.TH ${program.toUpperCase()} 1 "" "steward ${code.version}" "User Commands"`,
    '.nh',
    '.ad l',
    ...section('NAME', `${program} \\- ${roff(summaries[program])}`),
    ...own,
    ...section('ENVIRONMENT', environment(code, program)),
    ...section('SEE ALSO', seeAlso(program)),
  ];
  return `${lines.join('\n')}\n`;
}

function commandSections(code, program) {
  const {allBuiltins, globalFlags, helpFlag, versionFlag} = code;
  const builtins = allBuiltins(services[program]);
  return [
    ...section(
      'SYNOPSIS',
      `${bold(program)} \\fIgroup\\fR \\fIoperation\\fR [\\fIflags\\fR]`,
      builtins.flatMap(({usage}) => usage.flatMap(form => ['.br', roff(`${program} ${form}`)])),
    ),
    ...section(
      'DESCRIPTION',
      paragraphs([
        'Each operation is one request; standard output contains only the JSON response, with all pages merged. Inputs are flags; a body is text, @file, or - for standard input, and its fields are flags too.',
        'On a terminal, the command opens the terminal UI if it has no arguments.',
      ]),
    ),
    ...section('OPTIONS', flagItems(code, [...globalFlags, helpFlag, versionFlag], program)),
    ...section(
      'COMMANDS',
      builtins.flatMap(builtin => builtinLines(code, program, builtin)),
    ),
    ...section(
      'OPERATIONS',
      paragraphs(['Required flags are bold.']),
      operationLines(code, services[program]),
    ),
    ...section('EXIT STATUS', exitItems(code)),
    ...section(
      'FILES',
      item(
        roff(`~/.config/${program}/config.json`),
        'The profiles; config.yaml and config.yml are also read.',
      ),
      item(roff(`~/.config/${program}/audit.log`), 'The audit log, if enabled.'),
    ),
  ];
}

function stewardSections(code) {
  return [
    ...section('SYNOPSIS', `${bold('steward')} [\\fIflags\\fR]`),
    ...section(
      'DESCRIPTION',
      paragraphs([
        'A terminal UI to browse and change data; every write is previewed before it is sent. The ? key shows the keys; q goes back or quits.',
        'Without a terminal, it prints one plain frame. It uses the settings of jr and cf.',
      ]),
    ),
    ...section('OPTIONS', flagItems(code, code.stewardFlags, undefined)),
    ...section('EXIT STATUS', exitItems(code)),
    ...section(
      'FILES',
      item(roff('~/.config/steward/ui.json'), 'Themes, custom keys and other settings.'),
    ),
  ];
}

function flagItems({flagRows}, flags, program) {
  return flagRows(flags, program).flatMap(([name, text]) => item(bold(name), text));
}

/** List what some flags are limited to; undefined, for the others, comes first. */
function limitsOf(flags) {
  return [...new Set(flags.map(({only}) => only))];
}

function builtinLines(code, program, builtin) {
  const {name, summary, usage, flags, notes} = builtin;
  const examples = code.exampleLinesOf(builtin, services[program]);
  return [
    `.SS "${program} ${name}"`,
    roff(`${summary[0].toUpperCase()}${summary.slice(1)}.`),
    ...literal(usage.map(form => `${program} ${form}`)),
    ...limitsOf(flags).flatMap(limit => [
      ...(limit === undefined ? [] : paragraphs([`For ${limit}:`])),
      ...flagItems(
        code,
        flags.filter(({only}) => only === limit),
        undefined,
      ),
    ]),
    ...notes.flatMap(note => ['.PP', roff(note)]),
    ...(examples.length > 0 ? ['.PP', 'Examples:'] : []),
    ...literal(examples),
  ];
}

function operationLines({operations, inputsOf}, service) {
  const lines = [];
  let last = '';
  for (const operation of operations) {
    if (operation.service !== service) continue;
    if (operation.group !== last) lines.push(`.SS ${roff(operation.group)}`);
    last = operation.group;
    const flags = inputsOf(operation)
      .filter(({place, unavailable}) => place !== 'field' || unavailable === undefined)
      .map(({name, required}) => (required ? bold(`--${name}`) : roff(`--${name}`)));
    const term = [bold(`${operation.group} ${operation.name}`), ...flags].join(' ');
    lines.push(
      ...item(term, `${operation.summary}${operation.deprecated ? ' (deprecated)' : ''}.`),
    );
  }
  return lines;
}

function exitItems({exitCodeRows}) {
  return exitCodeRows().flatMap(({code: exit, kind, meaning}) => {
    const text = kind === '' ? meaning : `${kind}: ${meaning}`;
    return item(bold(`${exit}`), text.replaceAll('`', ''));
  });
}

function environment({environmentRows}, program) {
  const prefixes = program === 'steward' ? ['JR', 'CF'] : [program.toUpperCase()];
  return environmentRows('{P}').flatMap(([name, text]) => {
    const names = name.includes('{P}')
      ? prefixes.map(prefix => name.replace('{P}', prefix))
      : [name];
    return item(names.map(bold).join(', '), text);
  });
}

function seeAlso(program) {
  const others = ['cf', 'jr', 'steward'].filter(name => name !== program);
  return others.map((name, at) => `.BR ${name} (1)${at < others.length - 1 ? ',' : ''}`);
}
