import {findKind, kindWord, namedKinds} from '../api/naming/name-listing.ts';
import {
  firstListing,
  type NameToResolve,
  resolveName,
  type SendListing,
} from '../api/naming/resolve-name.ts';
import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import {safeText} from '../base/safe-text.ts';
import {quoteWord} from '../base/shell-words.ts';
import {makeSender} from './ask-listing.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin} from './builtin-line.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import {emitJson} from './emit.ts';
import type {EmitOptions} from './emit-options.ts';
import {isFormatted} from './emit-options.ts';
import type {FlagRow} from './flags.ts';
import {wrongLine} from './scan.ts';

const flags = [
  {
    name: 'in',
    type: 'string',
    help: 'id, key or name of the parent: the project of a version, the space of a blog post',
  },
] as const satisfies readonly FlagRow[];

/** `id`: look up an id by name (contract 13). */
export const id: Builtin<typeof flags> = {
  name: 'id',
  summary: 'look up an id by name',
  usage: ['id <kind> <name> [--in …]'],
  words: 'names',
  flags,
  takesGlobals: true,
  get notes() {
    return [
      `Kinds for jr: ${kindWords('tracker')}. For cf: ${kindWords('content')}.`,
      'Prints the id without quotes, for use as $(jr id project HPAY). With --jq the filter receives the whole list item.',
      'Matches whole names: exact first, then case-insensitive. Exits 3 if nothing matches, 6 if several do; the error lists their ids in `candidates`.',
      'Give the parent with --in or as a prefix: HPAY/2.4.0, or for these kinds: page (a label), whiteboard (a parent whiteboard), custom-content (a type).',
      'Accepts an id in place of a name and prints it if the object exists. An id needs a parent only where the API reads no such object by its id: project features, properties and classification levels, related work, pages.',
      'For a status that belongs to no project, use --in global or the prefix global/: global/Open.',
      'Always reads all pages; --no-paginate and --partial have no effect.',
    ];
  },
  examples: [
    'jr id project HPAY',
    'jr id version HPAY/2.4.0',
    'jr id user admin@example.com',
    'jr id status Open --jq .statusCategory -r',
    'cf id space ENG',
    'cf id blog-post "ENG/Platform team, week 17"',
    'cf id space-role Viewer --jq .description -r',
  ],
  async run(scanned, context) {
    const line = parseBuiltin(id, scanned, context, 3);
    const given = readName(line, context);
    const filter = await compileWith(line.globals, line.problems, context.host);
    const {'no-paginate': _, partial: __, ...globals} = line.globals;
    const settings = {line: scanned, globals, ...(filter && {filter})};
    const ask = makeSender(settings, context);
    if (globals['dry-run']) {
      const first = firstListing(context.service, given);
      await ask(first.operation, first.given);
      return 0;
    }
    let options: EmitOptions = globals;
    const askWhole: SendListing = async (operation, asked) => {
      const answered = await ask(operation, asked);
      if (answered === undefined) throw new Failure('bug', 'A listing had no response.');
      options = answered.options;
      return answered.reply;
    };
    const {id: found, json} = await resolveName(askWhole, context.service, given);
    if (options.filter !== undefined || isFormatted(options))
      await emitJson(json, options, context.host);
    else context.host.stdout.write(`${safeText(found)}\n`);
    return 0;
  },
};

/** The kind, which may have several words, the name, and the parent. */
function readName(
  {words, own: {in: within}}: BuiltinLine<typeof flags>,
  {program, service}: CommandContext,
): NameToResolve {
  const [first, second, third] = words;
  const [word, name] = third === undefined ? [first, second] : [`${first} ${second}`, third];
  if (word === undefined || name === undefined || name === '') {
    throw wrongLine(
      'id requires a kind and a name.',
      `Usage: ${program} ${id.usage[0]}. Kinds: ${kindWords(service)}.`,
    );
  }
  const kind = findKind(service, word);
  if (kind === undefined && third !== undefined && findKind(service, String(first)) !== undefined) {
    throw wrongLine(
      `Unexpected argument "${third}": id looks up one name.`,
      `If the name has blanks, quote it: ${program} id ${first} ${quoteWord(`${second} ${third}`)}`,
    );
  }
  if (kind === undefined) throw unknownKind(word, {program, service});
  return {kind, name, ...(within !== undefined && {within})};
}

function unknownKind(
  word: string,
  {program, service}: Pick<CommandContext, 'program' | 'service'>,
): Failure {
  const near = nearestNames(word, namedKinds(service).map(kindWord));
  const other = findKind(service === 'tracker' ? 'content' : 'tracker', word);
  const elsewhere = program === 'jr' ? 'cf' : 'jr';
  const hints = [
    ...(other === undefined ? [] : [`Use ${elsewhere} id.`]),
    ...(near.length > 0 ? [`Did you mean ${near.join(' or ')}?`] : []),
  ];
  return wrongLine(
    `${program} id has no kind "${word}".`,
    hints.length > 0 ? hints.join(' ') : `Kinds: ${kindWords(service)}.`,
  );
}

function kindWords(service: CommandContext['service']): string {
  return namedKinds(service).map(kindWord).join(', ');
}
