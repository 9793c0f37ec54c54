import type {Builtin} from './builtin.ts';
import {parseBuiltin} from './builtin-line.ts';
import {compileWith} from './compile-filter.ts';
import {
  journalColumns,
  parseSince,
  problemsOfSince,
  readCurrentJournal,
  type StoredEntry,
} from './current-journal.ts';
import {emitJson} from './emit.ts';
import type {FlagRow} from './flags.ts';

const flags = [
  {
    name: 'since',
    type: 'string',
    help: 'only writes after this: a duration before now such as 90m or 7d, or a time',
  },
  {name: 'object', type: 'string', help: 'only writes about this object: its id, key or name'},
  {name: 'run', type: 'string', help: 'only the writes of this run'},
  {
    name: 'failed',
    type: 'boolean',
    default: 'false',
    help: 'only writes that failed, in part or completely, or whose outcome is unclear',
  },
] as const satisfies readonly FlagRow[];

/** `journal`: the writes of a profile, by commands, the library and the terminal UI. */
export const journal: Builtin<typeof flags> = {
  name: 'journal',
  summary: 'list the writes sent with a profile',
  usage: ['journal [--since 1h] [--object O] [--run ID] [--failed]'],
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Each write has an entry: when it was sent and by which program, account and site, request, response and result: done, failed, partly, or unclear if the outcome is unknown, for example after the program was killed.',
    'Lists the entries of the profile in use, also those of the terminal UI, oldest first. The files are in the state directory; --no-journal sends a write without an entry.',
    'The writes of one batch have the same run; `undo --run` undoes them together, updates if sent with --undoable.',
    'Sends no request.',
  ],
  examples: ['journal --since 1h --output table', 'journal --failed --jq ".[] | .command" -r'],
  async run(scanned, context) {
    const {host} = context;
    const line = parseBuiltin(journal, scanned, context, 0);
    const {since, object, run, failed} = line.own;
    const nowMs = host.clock.now();
    const items = {columns: journalColumns};
    const problems = [...line.problems, ...problemsOfSince(since, nowMs)];
    const filter = await compileWith(line.globals, problems, host, undefined, items);
    const fromMs = since === undefined ? 0 : (parseSince(since, nowMs) ?? 0);
    const {entries} = await readCurrentJournal(line.globals, context);
    const found = entries.filter(
      one =>
        (since === undefined || Date.parse(one.at) >= fromMs) &&
        (object === undefined || isAbout(one, object)) &&
        (run === undefined || one.run === run) &&
        (!failed || one.result !== 'done'),
    );
    const json = `[${found.map(({text}) => text).join(',')}]`;
    await emitJson(json, {...line.globals, ...(filter && {filter}), items}, host);
    return 0;
  },
};

/** Return whether an entry is about an object of that id, key or name. */
function isAbout({ids = [], name, what, back}: StoredEntry, object: string): boolean {
  const values = Object.values(back?.inputs ?? {}).flat();
  return [...ids, name, ...values, ...what.split(/[\s,]+/)].includes(object);
}
