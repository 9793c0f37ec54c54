import {invalidParameter} from '../errors.ts';
import {items} from '../world/table.ts';

/** An element of storage XML; names keep their prefix (`ac:link`). */
export interface StorageElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly StorageNode[];
}

/** A piece of storage XML. `cdata` is kept apart from `text`: it is taken literally. */
export type StorageNode =
  | StorageElement
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'cdata'; readonly text: string};

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: StorageNode[];
}

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>|([^<]+)/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Storage XML as a tree; comments are left out.
 *
 * @throws SandboxError 400 when it is not well formed or uses an unknown entity
 */
export function parseStorage(xml: string): readonly StorageNode[] {
  const root: OpenElement = {name: '', attributes: {}, children: []};
  const open: OpenElement[] = [root];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const match = token.exec(xml);
    if (match === null) throw malformed(`unexpected markup at character ${at}`);
    const [, cdata, closed, opened, attributes = '', selfClosed, text] = match;
    const top = open[open.length - 1] ?? root;
    if (cdata !== undefined) top.children.push({kind: 'cdata', text: cdata});
    else if (text !== undefined) top.children.push({kind: 'text', text: decode(text, at)});
    else if (closed !== undefined) closeElement(open, closed, at);
    else if (opened !== undefined) {
      const element = {name: opened, attributes: parseAttributes(attributes, at), children: []};
      if (selfClosed === undefined) open.push(element);
      else top.children.push({kind: 'element', ...element});
    }
  }
  if (open.length > 1) throw malformed(`<${open[open.length - 1]?.name}> is not closed`);
  return root.children;
}

function closeElement(open: OpenElement[], name: string, at: number): void {
  const element = open.pop();
  const parent = open[open.length - 1];
  if (element === undefined || parent === undefined || element.name !== name) {
    throw malformed(`</${name}> at character ${at} closes nothing`);
  }
  parent.children.push({kind: 'element', ...element});
}

function parseAttributes(text: string, at: number): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single] of text.matchAll(attribute)) {
    if (name !== undefined) attributes[name] = decode(double ?? single ?? '', at);
  }
  return attributes;
}

function decode(text: string, at: number): string {
  const decoded = decodeEntities(text);
  if (decoded === undefined) throw malformed(`unknown entity after character ${at}`);
  return decoded;
}

function malformed(what: string): Error {
  return invalidParameter(`Error parsing storage format: ${what}`);
}

export function textOf(nodes: readonly StorageNode[]): string {
  return nodes.map(node => (node.kind === 'element' ? textOf(node.children) : node.text)).join('');
}

export function findChild(element: StorageElement, name: string): StorageElement | undefined {
  for (const child of element.children) {
    if (child.kind === 'element' && child.name === name) return child;
  }
  return undefined;
}

export function childrenNamed(element: StorageElement, name: string): readonly StorageElement[] {
  return element.children.filter(
    (child): child is StorageElement => child.kind === 'element' && child.name === name,
  );
}

export function macroParameters(macro: StorageElement): Readonly<Record<string, string>> {
  const entries = childrenNamed(macro, 'ac:parameter').map(
    parameter => [parameter.attributes['ac:name'] ?? '', textOf(parameter.children)] as const,
  );
  return Object.fromEntries(entries);
}

/** Named entities storage XML may use beside the five of XML: name → character. */
const named: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  ...Object.fromEntries(
    items(`
      amp &, lt <, gt >, quot ", apos ', ndash –, mdash —, hellip …, lsquo ‘, rsquo ’, ldquo “,
      rdquo ”, laquo «, raquo », bull •, middot ·, deg °, times ×, plusmn ±, frac12 ½, copy ©,
      reg ®, trade ™, euro €, pound £, sect §, para ¶, larr ←, rarr →, uarr ↑, darr ↓, harr ↔,
      le ≤, ge ≥, ne ≠, asymp ≈, infin ∞, micro µ, ouml ö, auml ä, uuml ü, szlig ß, eacute é,
      egrave è, agrave à, ccedil ç, ntilde ñ, zwj \u200d, zwnj \u200c, rlm \u200f, lrm \u200e
    `).map(pair => pair.split(' ')),
  ),
};

/**
 * Text with its entities and character references replaced; undefined when one of them is unknown
 * or an ampersand stands alone.
 */
export function decodeEntities(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let broken = false;
  const decoded = text.replace(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-zA-Z][a-zA-Z0-9]*)?(;)?/g, found => {
    const name = found.slice(1, -1);
    const character = found.endsWith(';') ? characterOf(name) : undefined;
    if (character === undefined) broken = true;
    return character ?? '';
  });
  return broken ? undefined : decoded;
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? named[name] : undefined;
  const hex = name[1] === 'x';
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
