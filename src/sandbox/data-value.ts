/** A value as JSON can hold it. */
export type Encoded =
  | null
  | boolean
  | number
  | string
  | readonly Encoded[]
  | {readonly [name: string]: Encoded};

/** Every member of an encoded value whose name begins with it tells of a kind JSON has not. */
const sign = '$';

/**
 * A record of the world as JSON can hold it: maps, sets and undefined get an object of one member,
 * `{"$map": [[key, value] …]}`, `{"$set": […]}`, `{"$undefined": true}`; an object with such a name of
 * its own becomes `{"$object": [[name, value] …]}`.
 *
 * @throws TypeError for what is no data, such as a function
 */
export function encodeValue(value: unknown): Encoded {
  switch (typeof value) {
    case 'undefined':
      return {$undefined: true};
    case 'boolean':
    case 'number':
    case 'string':
      return value;
    case 'object':
      return value === null ? null : encodeObject(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be kept.`);
  }
}

function encodeObject(value: object): Encoded {
  if (Array.isArray(value)) return value.map(encodeValue);
  if (value instanceof Map) return {$map: encodePairs(value)};
  if (value instanceof Set) return {$set: [...value].map(encodeValue)};
  const members = Object.entries(value).map(
    ([name, member]) => [name, encodeValue(member)] as const,
  );
  const isClear = members.every(([name]) => !name.startsWith(sign));
  return isClear ? Object.fromEntries(members) : {$object: members};
}

function encodePairs(pairs: Iterable<readonly [unknown, unknown]>): readonly Encoded[] {
  return [...pairs].map(([key, value]) => [encodeValue(key), encodeValue(value)]);
}

/** The inverse of encodeValue. */
export function decodeValue(value: Encoded | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(decodeValue);
  const members = Object.entries(value);
  const [first] = members;
  if (first === undefined || !first[0].startsWith(sign)) {
    return Object.fromEntries(members.map(([name, member]) => [name, decodeValue(member)]));
  }
  const [kind, content] = first;
  switch (kind) {
    case '$map':
      return new Map(decodePairs(content));
    case '$set':
      return new Set(listOf(content).map(decodeValue));
    case '$object':
      return Object.fromEntries(decodePairs(content));
    case '$undefined':
      return undefined;
    default:
      throw new TypeError(`Nothing is kept as ${kind}.`);
  }
}

function decodePairs(value: Encoded): [string, unknown][] {
  return listOf(value).map(pair => {
    const [key, member] = listOf(pair);
    // Keys of maps may be numbers too; whoever asks knows which.
    return [decodeValue(key) as string, decodeValue(member)];
  });
}

function isList(value: Encoded): value is readonly Encoded[] {
  return Array.isArray(value);
}

/** @throws TypeError when it is none */
export function listOf(value: Encoded | undefined): readonly Encoded[] {
  if (value === undefined || !isList(value)) throw new TypeError('A list is kept here.');
  return value;
}
