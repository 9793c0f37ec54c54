import type {Document, Node, Scalar, YAMLMap, YAMLSeq} from 'yaml';
import {isObject, type JsonObject, type JsonValue} from '../base/json-value.ts';
import {canonicalJson} from './model.ts';
import {isMap, isScalar, isSeq, parseDocument} from './yaml.ts';

/** The text of a scalar as it is in the file: `2.10` stays `2.10`. */
export function scalarText(node: Node | null | undefined): string | undefined {
  if (!isScalar(node) || node.value === null) return undefined;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

/**
 * Write a value into the text of a file: unchanged values keep their comments, order and style.
 *
 * @param text the present text; '' for a new file
 * @param key the member that identifies the items of a list of maps
 * @param isOrdered the order of the items of the file has a meaning. @default false
 */
export function writeYaml(text: string, value: JsonValue, key: string, isOrdered = false): string {
  const document = parseDocument(text);
  const root = document.contents as Node | null;
  const rule = {key, isOrdered};
  document.contents = merged(document, root, value, rule) as typeof document.contents;
  const flowCollectionPadding = /[[{] /.test(text);
  return document.toString({lineWidth: 0, blockQuote: 'literal', flowCollectionPadding});
}

/** How the items of lists are matched and ordered. */
interface ListRule {
  readonly key: string;
  readonly isOrdered: boolean;
}

function merged(document: Document, node: Node | null, value: JsonValue, rule: ListRule): Node {
  if (isMap(node) && isObject(value)) return mergedMap(document, node, value, rule);
  if (isSeq(node) && Array.isArray(value)) return mergedList(document, node, value, rule);
  if (isScalar(node) && (typeof value !== 'object' || value === null)) {
    if (scalarText(node) === String(value) || node.value === value) return node;
    const changed = document.createNode(value) as Scalar;
    if (node.comment) changed.comment = node.comment;
    if (node.commentBefore) changed.commentBefore = node.commentBefore;
    return changed;
  }
  return document.createNode(value) as Node;
}

function mergedMap(document: Document, node: YAMLMap, value: JsonObject, rule: ListRule): Node {
  node.items = node.items.filter(pair => Object.hasOwn(value, scalarText(pair.key as Node) ?? ''));
  for (const [name, member] of Object.entries(value)) {
    const pair = node.items.find(one => scalarText(one.key as Node) === name);
    if (pair) pair.value = merged(document, pair.value as Node | null, member, rule);
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
  {key, isOrdered}: ListRule,
): Node {
  const rule = {key, isOrdered};
  const nameOf = (one: JsonValue): string =>
    isObject(one) && one[key] !== undefined ? String(one[key]) : canonicalJson(one);
  const old = new Map<string, Node[]>();
  for (const item of node.items as Node[]) {
    const plain = isMap(item) ? item.toJSON() : (scalarText(item) ?? null);
    const text = isMap(item) ? scalarText(item.get(key, true) as Node) : undefined;
    const name = text ?? nameOf(plain as JsonValue);
    old.set(name, [...(old.get(name) ?? []), item]);
  }
  // Entries in no order stay where they are, and new ones follow.
  const isSet = !(isOrdered && value.some(one => isObject(one) && one[key] !== undefined));
  const order = isSet ? inPresentOrder(value, [...old.keys()], nameOf) : value;
  node.items = order.map(one => merged(document, old.get(nameOf(one))?.shift() ?? null, one, rule));
  node.flow = node.flow === true && node.items.length > 0;
  return node;
}
