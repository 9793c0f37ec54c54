import type {Document, Node, Scalar, YAMLMap, YAMLSeq} from 'yaml';
import {isObject, type JsonObject, type JsonValue} from '../base/json-value.ts';
import {canonical} from './model.ts';
import {isMap, isScalar, isSeq, parseDocument} from './yaml.ts';

/** The text of a scalar as it is in the file: `2.10` stays `2.10`. */
export function scalarText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node) || node.value === null) return undefined;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

/**
 * Writes a value into the text of a file: unchanged values keep their comments, order and style.
 *
 * @param text the present text; '' for a new file
 * @param key the member that identifies the items of a list of maps
 */
export function writeYaml(text: string, value: JsonValue, key: string): string {
  const document = parseDocument(text);
  const root = document.contents as Node | null;
  document.contents = merged(document, root, value, key) as typeof document.contents;
  return document.toString({lineWidth: 0, blockQuote: 'literal'});
}

function merged(document: Document, node: Node | null, value: JsonValue, key: string): Node {
  if (isMap(node) && isObject(value)) return mergedMap(document, node, value, key);
  if (isSeq(node) && Array.isArray(value)) return mergedList(document, node, value, key);
  if (isScalar(node) && (typeof value !== 'object' || value === null)) {
    if (scalarText(node) === String(value) || node.value === value) return node;
    const changed = document.createNode(value) as Scalar;
    if (node.comment) changed.comment = node.comment;
    if (node.commentBefore) changed.commentBefore = node.commentBefore;
    return changed;
  }
  return document.createNode(value) as Node;
}

function mergedMap(document: Document, node: YAMLMap, value: JsonObject, key: string): Node {
  node.items = node.items.filter(pair => Object.hasOwn(value, scalarText(pair.key as Node) ?? ''));
  for (const [name, member] of Object.entries(value)) {
    const pair = node.items.find(one => scalarText(one.key as Node) === name);
    if (pair) pair.value = merged(document, pair.value as Node | null, member, key);
    else node.items.push(document.createPair(name, member) as never);
  }
  node.flow = node.flow === true && node.items.length > 0;
  return node;
}

function inPresentOrder(
  value: readonly JsonValue[],
  present: readonly string[],
  nameOf: (one: JsonValue) => string,
): readonly JsonValue[] {
  const place = (one: JsonValue): number => {
    const at = present.indexOf(nameOf(one));
    return at < 0 ? present.length : at;
  };
  return value.toSorted((a, b) => place(a) - place(b));
}

function mergedList(
  document: Document,
  node: YAMLSeq,
  value: readonly JsonValue[],
  key: string,
): Node {
  const nameOf = (one: JsonValue): string =>
    isObject(one) && one[key] !== undefined ? String(one[key]) : canonical(one);
  const old = new Map<string, Node[]>();
  for (const item of node.items as Node[]) {
    const plain = isMap(item) ? item.toJSON() : (scalarText(item) ?? null);
    const text = isMap(item) ? scalarText(item.get(key, true) as Node) : undefined;
    const name = text ?? nameOf(plain as JsonValue);
    old.set(name, [...(old.get(name) ?? []), item]);
  }
  // Entries without a name are in no order: they stay where they are, and new ones follow.
  const isSet = !value.some(one => isObject(one) && one[key] !== undefined);
  const order = isSet ? inPresentOrder(value, [...old.keys()], nameOf) : value;
  node.items = order.map(one => merged(document, old.get(nameOf(one))?.shift() ?? null, one, key));
  node.flow = node.flow === true && node.items.length > 0;
  return node;
}
