import {cropNotes, imageSizeOf, imageTypeOf} from '../../../api/image.ts';
import {findInput, inputsOf} from '../../../api/inputs-of.ts';
import {inversesOf} from '../../../api/inverse.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import type {InputValues} from '../../../api/request-plan.ts';
import {readableDay} from '../../../base/day-words.ts';
import {checkJson} from '../../../base/json-check.ts';
import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  readPointer,
} from '../../../base/json-value.ts';
import {isCounter, placesOf, textsOfBody} from '../../views/form/body-texts.ts';
import {labelOf} from '../../views/form/field-label.ts';
import {byDefault, entryOf} from '../../views/form/form-values.ts';
import {currentFieldValues} from '../../views/form/read-before.ts';
import {calledKey} from '../../views/form/read-picks.ts';
import type {FormValues} from '../../views/form/state.ts';
import {textOfBefore} from '../../write/reads.ts';
import type {Change, WritePlan, WriteRequest} from '../../write/state.ts';

/** Members of an object that goes that are shown. */
const goneAtMost = 6;

/**
 * List what a request changes: each field it gives, with the value before. Of a deletion, the members
 * of the object or the things its inputs name, as gone. Names stand before ids. Empty where nothing is
 * known.
 */
export function changesOf(
  request: WriteRequest,
  called: WritePlan['called'] = {},
): readonly Change[] {
  if (request.says !== undefined) return request.says;
  const {operation, given} = request.call;
  const text = textOfBefore(request.before);
  const answer = findJson(text) ?? null;
  const {removes = []} = operation;
  const isDeletion = operation.effect === 'delete' || operation.effect === 'trash';
  const held =
    text === undefined || answer === null ? {} : currentFieldValues(operation, text, given.inputs);
  const fields = givenFields(operation, given, request.asked);
  const changes = Object.entries(fields).map(([name, texts]): Change => {
    const input = findInput(operation, name) ?? {name};
    if (isDeletion && removes.includes(name)) return gone(input, texts, called);
    if (isDeletion && isOwner(operation, input)) return unchanged(input, texts, called);
    const old = isCounter(input) ? countIn(answer, input.pointer) : held[name];
    return {
      field: labelOf(input),
      before: old ? shownTexts(input, old, called, answer) : byRule(operation, name, answer),
      after: shownTexts(input, texts, called, null),
    };
  });
  const isSame = ({before: old, after}: Change): boolean => old === after;
  const moved = [...changes.filter(one => !isSame(one)), ...changes.filter(isSame)];
  const all = isDeletion
    ? [...(removes.length === 0 ? goingOf(answer) : []), ...moved]
    : [...moved, ...leftToDefault(operation, fields)];
  if (!(given.body instanceof Uint8Array)) return all;
  const image = {field: 'Image', before: undefined, after: imageText(given.bodyFrom, given.body)};
  const odd = cropNotes(operation, given).map(after => ({field: 'Crop', before: undefined, after}));
  return [image, ...all, ...odd];
}

/** A thing that a deletion names in its inputs. */
function gone(input: Shown, texts: readonly string[], called: Known): Change {
  return {...unchanged(input, texts, called), after: 'gone'};
}

/** A thing that a deletion names and leaves as it is. */
function unchanged(input: Shown, texts: readonly string[], called: Known): Change {
  const text = shownTexts(input, texts, called, null);
  return {field: labelOf(input), before: text, after: text};
}

/** Whether an input says whose part is deleted, rather than how or what takes its place: another kind of thing than the path names. */
function isOwner({inputs}: Operation, input: Shown): boolean {
  if (!('place' in input) || input.place !== 'query' || input.type === 'boolean') return false;
  const {names} = input;
  return names === undefined || !inputs.some(one => one.place === 'path' && one.names === names);
}

/** What is counted there; undefined until it is known. */
function countIn(answer: JsonValue, pointer: string): readonly string[] | undefined {
  const count = readPointer(answer, pointer);
  return count === undefined ? undefined : [String(count)];
}

/** Of something new the choices nobody made, such as whether it is published: what they are then. */
function leftToDefault(operation: Operation, given: FormValues): readonly Change[] {
  if (operation.effect !== 'create') return [];
  return inputsOf(operation).flatMap((input): Change[] => {
    const isLeft = input.default !== undefined && given[input.name] === undefined;
    if (!isLeft || entryOf(input).kind !== 'choice') return [];
    const after = byDefault(shownTexts(input, [String(input.default)], {}, null));
    return [{field: labelOf(input), before: undefined, after}];
  });
}

/** An image in a few words: its name, what it is, its pixels, its size; never its bytes. */
function imageText(path: string | undefined, bytes: Uint8Array): string {
  const pixels = imageSizeOf(bytes);
  return [
    path?.replace(/^.*[/\\]/, ''),
    imageTypeOf(bytes)?.replace('image/', '').toUpperCase(),
    pixels && `${pixels.width} × ${pixels.height} pixels`,
    `${bytes.byteLength} bytes`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * The fields that are given, also those of a body that was given as a whole. What stands in the path
 * says which object it is, unless a person was `asked` for it.
 */
export function givenFields(
  operation: Operation,
  {inputs, body}: InputValues,
  asked: readonly string[] = [],
): FormValues {
  const isChange = (name: string): boolean =>
    asked.includes(name) || findInput(operation, name)?.place !== 'path';
  const own = Object.fromEntries(Object.entries(inputs).filter(([name]) => isChange(name)));
  if (typeof body !== 'string' || checkJson(body) !== undefined) return own;
  const whole = textsOfBody(operation, body);
  return 'values' in whole ? {...whole.values, ...own} : own;
}

/** What a field holds now where the rule that takes its write back says where that is read. */
function byRule(operation: Operation, field: string, answer: JsonValue): string | undefined {
  const own = `${operation.group} ${operation.name}`;
  const templates = inversesOf(operation).flatMap(({by, inputs}) =>
    by === own ? (inputs?.[field] ?? []) : [],
  );
  for (const template of templates) {
    const [, place] = /^\{before(\/.*)\}$/.exec(template) ?? [];
    const value = place === undefined ? undefined : readPointer(answer, place);
    if (place !== undefined && (typeof value === 'string' || typeof value === 'number')) {
      return withName(String(value), nameBeside(answer, place));
    }
  }
  return undefined;
}

function withName(text: string, name: string | undefined): string {
  return name === undefined || name === text ? text : `${name} (${text})`;
}

/** Members that hold the id of their own object: its name stands beside them. */
const ownId = /\/(?:id|key|accountId|groupId)$/;

/** What the thing is called that a value of an answer is of. */
function nameBeside(answer: JsonValue, place: string): string | undefined {
  // The driver of a version is not called as the version is.
  if (!ownId.test(place)) return undefined;
  const thing = readPointer(answer, place.slice(0, place.lastIndexOf('/')));
  const names = ['displayName', 'name', 'title'];
  const found = isObject(thing)
    ? names.map(name => thing[name]).find(one => typeof one === 'string')
    : undefined;
  return found === undefined ? undefined : String(found);
}

type Known = Readonly<Record<string, string>>;
/** An input, or a name that the record does not know. */
type Shown = Input | {readonly name: string};

function shownTexts(
  input: Shown,
  texts: readonly string[],
  called: Known,
  answer: JsonValue,
): string {
  return texts.map(text => shownText(input, text, called, answer)).join(', ') || '(empty)';
}

function shownText(input: Shown, text: string, called: Known, answer: JsonValue): string {
  if (!('place' in input)) return text;
  if (input.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(text)) return readableDay(text);
  if (input.type === 'boolean') return text === 'true' ? 'yes' : 'no';
  if (input.names === undefined) return listText(input, text) ?? text.replace(/\s+/g, ' ');
  return withName(text, called[calledKey(input.names, text)] || nameIn(input, text, answer));
}

/** How many things a list of objects has: as JSON nobody reads them, and the request has them all. */
function listText(input: Input, text: string): string | undefined {
  const all = input.place === 'field' && text.startsWith('[{') ? findJson(text) : undefined;
  return all !== undefined && isArray(all) && all.length > 1 ? `${all.length} entries` : undefined;
}

/** What an answer calls the thing whose id it has beside it. */
function nameIn(input: Input, text: string, answer: JsonValue): string | undefined {
  if (input.place !== 'field') return undefined;
  for (const place of placesOf(input)) {
    if (String(readPointer(answer, place) ?? '') !== text) continue;
    const found = nameBeside(answer, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Members that say how to ask, not what a thing is. */
const ofTheApi: ReadonlySet<string> = new Set(['self', 'expand']);

/** What an object that goes is: the plain members at the top of it. */
function goingOf(answer: JsonValue): readonly Change[] {
  if (!isObject(answer)) return [];
  const isPlain = (name: string, value: JsonValue): boolean =>
    ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && !ofTheApi.has(name);
  return Object.entries(answer)
    .filter(([name, value]) => isPlain(name, value))
    .slice(0, goneAtMost)
    .map(([name, value]) => ({
      field: labelOf({name}),
      before: String(value).replace(/\s+/g, ' '),
      after: 'gone',
    }));
}
