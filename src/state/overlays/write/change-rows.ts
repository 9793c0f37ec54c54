import {fieldsOf} from '../../../api/body-of.ts';
import {isCounter, responsePathsOf} from '../../../api/body-texts.ts';
import {operationNamed} from '../../../api/catalogue.ts';
import type {EntityKind, Naming} from '../../../api/field.ts';
import {cropNotes, imageSizeOf, imageTypeOf} from '../../../api/image.ts';
import {findInput, inputsOf} from '../../../api/inputs-of.ts';
import {currentFieldValues, givenFields} from '../../../api/journal/field-values.ts';
import {refetchOf} from '../../../api/journal/refetch.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import {needsOf} from '../../../api/operation-ref.ts';
import {effectOf} from '../../../api/permanence.ts';
import {responseOf} from '../../../api/response-of.ts';
import {undoCalls, undosOf} from '../../../api/undo.ts';
import {readableDay} from '../../../base/day-words.ts';
import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  readPointer,
  textAt,
} from '../../../base/json-value.ts';
import {timeText} from '../../../base/times.ts';
import {timeOf} from '../../show/describe.ts';
import {labelOf} from '../../views/form/field-label.ts';
import {defaultText, entryOf} from '../../views/form/form-values.ts';
import {nameKey} from '../../views/form/read-picks.ts';
import type {FormValues} from '../../views/form/state.ts';
import {textOfBefore} from '../../write/reads.ts';
import type {Change, WritePlan, WriteRequest} from '../../write/state.ts';

/** Limit of members shown of a deleted object. */
const goneAtMost = 5;

/** A value of a request, or of the object it changes, that identifies an entity. */
export interface IdentifyingValue {
  readonly names: EntityKind;
  readonly text: string;
  readonly isNamed: boolean;
}

/**
 * List what a request changes: each given field with its previous value. For a deletion, the
 * members of the object, or the entities its inputs refer to, as deleted. Names precede ids. Empty
 * if nothing is known.
 */
export function changesOf(
  request: WriteRequest,
  called: WritePlan['called'] = {},
): readonly Change[] {
  return request.changes ?? makeChanges(request, {called, values: []});
}

/** List the values among the changes of a request that identify entities. */
export function identifyingValues(
  request: WriteRequest,
  called: WritePlan['called'] = {},
): readonly IdentifyingValue[] {
  const names: Names = {called, values: []};
  if (request.changes === undefined) makeChanges(request, names);
  return names.values;
}

/** The known names, by `nameKey`; collects the values that identify an entity. */
interface Names {
  readonly called: Readonly<Record<string, string>>;
  readonly values: IdentifyingValue[];
}

function makeChanges(request: WriteRequest, names: Names): readonly Change[] {
  const {operation, given} = request.call;
  const text = textOfBefore(request.before);
  const answer = findJson(text) ?? null;
  const {removes = []} = operation;
  const effect = effectOf(operation, given);
  const isDeletion = effect === 'delete' || effect === 'trash';
  const current =
    text === undefined || answer === null ? {} : currentFieldValues(operation, text, given);
  const fields = givenFields(operation, given, request.asked);
  const changes = Object.entries(fields).map(([name, texts]): Change => {
    const input = shownInput(operation, name, fields);
    if (isDeletion && removes.includes(name)) return gone(input, texts, names);
    if (isDeletion && isOwner(operation, input)) return unchanged(input, texts, names);
    const old = isCounter(input) ? countIn(answer, input.pointer) : current[name];
    const before = old
      ? shownTexts(input, old, names, answer)
      : byRule(operation, input, names, answer);
    return {
      field: labelOf(input),
      before: before ?? (request.before === 'looking' ? '…' : undefined),
      after: shownTexts(input, texts, names, null),
    };
  });
  const isSame = ({before: old, after}: Change): boolean => old === after;
  const moved = [...changes.filter(one => !isSame(one)), ...changes.filter(isSame)];
  const whole = isDeletion
    ? [
        ...(removes.length === 0 ? goingOf(request, answer, names) : []),
        ...innerGoingOf(request, answer, names),
        ...moved,
      ]
    : [...moved, ...leftToDefault(operation, fields)];
  const all = effect === 'trash' ? inTrash(whole) : whole;
  const ids = [...new Set(names.values.map(value => value.text))];
  if (!(given.body instanceof Uint8Array)) return all.map(one => withIds(one, ids));
  const image = {field: 'Image', before: undefined, after: imageText(given.bodyFrom, given.body)};
  const odd = cropNotes(operation, given).map(after => ({field: 'Crop', before: undefined, after}));
  return [image, ...all, ...odd];
}

/** An input of a request, with the kind of entity that its other fields give it. */
function shownInput(operation: Operation, name: string, fields: FormValues): Shown {
  const input = findInput(operation, name);
  if (input?.namesBy === undefined) return input ?? {name};
  const {field, kinds} = input.namesBy;
  const kind = kinds[fields[name.replace(/[^.]+$/, field)]?.[0] ?? ''];
  return kind === undefined ? input : {...input, names: kind};
}

/** The values inside a deleted object that its undo would need to create it again. */
function innerGoingOf({call}: WriteRequest, answer: JsonValue, names: Names): readonly Change[] {
  const again = undoCalls({call, before: answer, answer: null}) ?? [];
  return again.flatMap(({operation, given: {inputs}}) =>
    Object.entries(inputs).flatMap(([name, texts]) => {
      const input = shownInput(operation, name, inputs);
      const isInner = name.includes('.') && !('deprecated' in input && input.deprecated);
      return isInner ? [gone(input, texts, names)] : [];
    }),
  );
}

/** A move to the trash changes where the object is, and none of its members. */
function inTrash(changes: readonly Change[]): readonly Change[] {
  const own = changes.find(({after}) => after === 'gone');
  return changes
    .filter(one => one === own || one.after !== 'gone')
    .map(one => (one === own ? {...one, after: 'in the trash'} : one));
}

/** Mark the ids that follow a name in a change, so that they are dimmed. */
function withIds(change: Change, all: readonly string[]): Change {
  if (change.ids !== undefined) return change;
  const ids = all.filter(id =>
    [change.before, change.after].some(text => text?.includes(` (${id})`)),
  );
  return ids.length === 0 ? change : {...change, ids};
}

/** An entity that a deletion deletes. */
function gone(input: Shown, texts: readonly string[], names: Names): Change {
  return {...unchanged(input, texts, names), after: 'gone'};
}

/** An entity that a deletion refers to and leaves unchanged. */
function unchanged(input: Shown, texts: readonly string[], names: Names): Change {
  const text = shownTexts(input, texts, names, null);
  return {field: labelOf(input), before: text, after: text};
}

/**
 * Whether an input identifies a parent of the deleted object, rather than an option or a
 * replacement: it is of another kind than the path.
 */
function isOwner({inputs}: Operation, input: Shown): boolean {
  if (!('place' in input) || input.place !== 'query' || input.type === 'boolean') return false;
  const {names} = input;
  return names === undefined || !inputs.some(one => one.place === 'path' && one.names === names);
}

/** The count at a pointer; undefined while unknown. */
function countIn(answer: JsonValue, pointer: string): readonly string[] | undefined {
  const count = readPointer(answer, pointer);
  return count === undefined ? undefined : [String(count)];
}

/**
 * For a new object, the defaults of options that were not given, such as whether it is published.
 */
function leftToDefault(operation: Operation, given: FormValues): readonly Change[] {
  if (operation.effect !== 'create') return [];
  return inputsOf(operation).flatMap((input): Change[] => {
    const isLeft = input.default !== undefined && given[input.name] === undefined;
    if (!isLeft || entryOf(input).kind !== 'choice') return [];
    const nothing: Names = {called: {}, values: []};
    const after = defaultText(shownTexts(input, [String(input.default)], nothing, null));
    return [{field: labelOf(input), before: undefined, after}];
  });
}

/** A short description of an image: name, type, pixels, size. */
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

/** The current value of a field, if the undo rule tells where it is read. */
function byRule(
  operation: Operation,
  input: Shown,
  names: Names,
  answer: JsonValue,
): string | undefined {
  const own = `${operation.group} ${operation.name}`;
  const templates = undosOf(operation).flatMap(({operation: by, inputs}) =>
    by === own ? (inputs[input.name] ?? []) : [],
  );
  for (const template of templates) {
    const [before] = needsOf(template);
    const place = before?.isWhole && before.source === 'before' ? before.pointer : undefined;
    const value = place === undefined ? undefined : readPointer(answer, place);
    if (place !== undefined && (typeof value === 'string' || typeof value === 'number')) {
      return namedText(input, String(value), nameBeside(answer, place), names);
    }
  }
  return undefined;
}

/** Put the known name of an entity before its id. */
function namedText(
  {names: kind, by}: Naming,
  text: string,
  beside: string | undefined,
  {called, values}: Names,
): string {
  const name = (kind && called[nameKey(kind, text)]) || beside;
  if (kind !== undefined && by !== 'name') {
    values.push({names: kind, text, isNamed: name !== undefined});
  }
  return name === undefined || name === text ? text : `${name} (${text})`;
}

/** Members with the id of their own object, whose name is beside them. */
const ownId = /\/(?:id|key|accountId|groupId)$/;

/** The name of the entity a value in a response refers to. */
function nameBeside(answer: JsonValue, place: string): string | undefined {
  // The driver of a version does not have the version's name.
  if (!ownId.test(place)) return undefined;
  const thing = readPointer(answer, place.slice(0, place.lastIndexOf('/')));
  const names = ['displayName', 'name', 'title'];
  const found = isObject(thing)
    ? names.map(name => thing[name]).find(one => typeof one === 'string')
    : undefined;
  return found === undefined ? undefined : String(found);
}

/** An input, or a name that is not in the record. */
type Shown = Input | ({readonly name: string} & Naming);

function shownTexts(
  input: Shown,
  texts: readonly string[],
  names: Names,
  answer: JsonValue,
): string {
  return texts.map(text => shownText(input, text, names, answer)).join(', ') || '(empty)';
}

function shownText(input: Shown, text: string, names: Names, answer: JsonValue): string {
  if (!('place' in input)) return text;
  if (input.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(text)) return readableDay(text);
  if (input.type === 'boolean') return text === 'true' ? 'yes' : 'no';
  if (input.labels?.[text] !== undefined) return input.labels[text];
  if (input.names === undefined) return listText(input, text) ?? text.replace(/\s+/g, ' ');
  return namedText(input, text, nameIn(input, text, answer), names);
}

/** The number of objects in a list, which is unreadable as JSON; the request shows them all. */
function listText(input: Input, text: string): string | undefined {
  const all = input.place === 'field' && text.startsWith('[{') ? findJson(text) : undefined;
  return all !== undefined && isArray(all) && all.length > 1 ? `${all.length} entries` : undefined;
}

/** The name of an entity in a response that contains its id. */
function nameIn(input: Input, text: string, answer: JsonValue): string | undefined {
  if (input.place !== 'field') return undefined;
  for (const place of responsePathsOf(input)) {
    if (textAt(answer, place) !== text) continue;
    const found = nameBeside(answer, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Members about the API rather than the object, and dates in the format of the user's profile. */
const ofTheApi: ReadonlySet<string> = new Set([
  'self',
  'expand',
  'iconUrl',
  'avatarId',
  'userStartDate',
  'userReleaseDate',
]);

/** Members with the name of their own object, the most likely first. */
const nameMembers = ['displayName', 'name', 'title', 'key'] as const;

/**
 * The members of a deleted object: its top-level scalars, the name before the id. The entities of
 * its other ids follow from the shape of its response.
 */
function goingOf({call}: WriteRequest, answer: JsonValue, names: Names): readonly Change[] {
  if (!isObject(answer)) return [];
  const isPlain = (name: string, value: JsonValue): boolean =>
    (['string', 'number'].includes(typeof value) || value === true) &&
    value !== '' &&
    !ofTheApi.has(name);
  const {operation, given} = call;
  const read = refetchOf(call);
  const shapes = fieldsOf(read && responseOf(operationNamed(read)));
  const own = Object.entries(answer)
    .filter(([name, value]) => isPlain(name, value))
    .map(([name, value]) => {
      const ms = timeOf(name, value);
      if (ms !== undefined) return {name, text: timeText(ms)};
      return {name, text: value === true ? 'yes' : String(value).replace(/\s+/g, ' ')};
    });
  const inPath = operation.inputs.filter(({place}) => place === 'path').at(-1);
  const isGiven = (text: string): boolean =>
    inPath !== undefined && given.inputs[inPath.name]?.[0] === text;
  const id = own.find(({name, text}) => name === 'id' || (/Id$/.test(name) && isGiven(text)));
  const called = nameMembers
    .map(member => own.find(({name}) => name === member))
    .find(one => one !== undefined);
  const others = own.filter(one => one !== called && (one !== id || called === undefined));
  return [...(called === undefined ? [] : [called]), ...others]
    .slice(0, goneAtMost)
    .map((one): Change => {
      const {name, text} = one;
      if (one === called && id !== undefined) {
        const before = namedText({}, id.text, text, names);
        return {field: labelOf({name}), before, after: 'gone', ids: [id.text]};
      }
      const shape = one === id ? inPath : shapes.find(field => field.name === name);
      const naming: Naming = {by: 'id', ...shape};
      const day = /^\d{4}-\d\d-\d\d$/.test(text) ? readableDay(text) : text;
      const before = namedText(naming, day, undefined, names);
      // The deletion does not affect the owner.
      const after = one === id || naming.names === undefined ? 'gone' : before;
      return {field: labelOf(one === id ? {name} : {...naming, name}), before, after};
    });
}
