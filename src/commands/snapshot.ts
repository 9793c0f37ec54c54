import {findOperation} from '../api/catalogue.ts';
import {inputsOf} from '../api/inputs-of.ts';
import {refetchOf} from '../api/journal/refetch.ts';
import {readRef} from '../api/read-ref.ts';
import type {ResolvedCall} from '../api/request-plan.ts';
import {refOfCall} from '../api/resolve-call.ts';
import {findReader} from '../api/uncertain-write.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {saveFile} from '../host/user-files.ts';
import {makeSender} from './ask-listing.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter} from './builtin-line.ts';
import type {FlagRow} from './flags.ts';
import {interruptible} from './interruptible.ts';
import {namedOperation, parseInvocation, shapeOf} from './invocation.ts';
import {parseRows} from './parse-rows.ts';
import {wrongLine} from './scan.ts';

const flags = [
  {name: 'to', type: 'string', help: 'new file for the object', suggests: 'files'},
] as const satisfies readonly FlagRow[];

/** `snapshot`: saves the object that a write would change. */
export const snapshot: Builtin<typeof flags> = {
  name: 'snapshot',
  summary: 'save an object to a file before it is changed',
  usage: ['snapshot <group> <operation> [flags] --to FILE'],
  words: 'operations',
  flags,
  flagsOf: ([group = '', name = ''], service) => {
    const operation = findOperation(service, group, name);
    return operation === undefined ? [] : inputsOf(operation).map(shapeOf);
  },
  takesGlobals: true,
  notes: [
    'Reads the object that the operation would change or delete (if no operation reads it alone, a list that contains it), and writes the JSON to a new file (mode 0600); an existing file is not overwritten. For a read operation, saves the response. Changes nothing on the server.',
  ],
  examples: [
    'jr snapshot version update --id 10000 --to version.json',
    'cf snapshot whiteboards delete --id 1049088 --to whiteboard.json',
  ],
  async run(scanned, context) {
    const {host} = context;
    const [, group, name] = scanned.words;
    if (group === undefined || name === undefined) {
      const usage = `Usage: ${context.program} ${snapshot.usage[0]}`;
      throw wrongLine('snapshot requires a group and an operation.', usage);
    }
    const operation = namedOperation(group, name, context);
    const texts = new Map([...scanned.texts].filter(([flag]) => flag !== 'to'));
    const line = {...scanned, words: scanned.words.slice(1), texts};
    const {inputs, globals, problems} = parseInvocation(context, operation, line);
    const own = parseRows(flags, scanned.texts);
    const {to} = own.values;
    const missing = to === undefined ? [{input: 'to', message: '--to FILE is required'}] : [];
    const all = [...problems, ...own.problems, ...missing];
    const print = await openPrinter({globals, problems: all}, host);
    const ref = refOf({operation, given: {inputs}});
    const ask = makeSender({line, globals}, context);
    const text = await interruptible(host, signal =>
      readRef(
        ref,
        {},
        {
          async send(call) {
            const sent = await ask(call.operation, call.given);
            return sent === undefined ? '' : sent.reply.text;
          },
          now: () => host.clock.now(),
          explain: error => toFailure(error).message,
          signal,
        },
      ),
    );
    if (globals['dry-run']) return 0;
    const {path, exists} = await saveFile(to ?? '', `${text}\n`, host);
    if (!exists) return print(JSON.stringify({saved: path, operation: ref.operation}));
    throw new Failure('validation_error', `${path} exists and was not changed.`, {
      hint: 'Give the name of a new file.',
    });
  },
};

/** @throws Failure 'validation_error' if no operation reads the object */
function refOf(call: ResolvedCall) {
  const {operation, given} = call;
  if (operation.effect === 'read') return refOfCall(call);
  const ref = refetchOf(call);
  if (ref !== undefined) return ref;
  const isNew = operation.effect === 'create';
  // No operation reads the object alone: a list that contains it, or what it belongs to.
  const found = isNew ? undefined : findReader(operation, given.inputs);
  if (found !== undefined) return refOfCall(found);
  const {group, name} = operation;
  throw new Failure('validation_error', `There is no object of ${group} ${name} to read.`, {
    hint: isNew
      ? 'Before a creation there is nothing to save.'
      : 'Give the flags that name the object, or save the response of a read: > FILE.',
    attempts: 0,
  });
}
