import {invalidParameter} from '../errors.ts';
import {items} from '../world/table.ts';

/** An element of storage XML; names include their prefix (`ac:link`). */
export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

/** A node of storage XML. `cdata` is separate from `text` because it is taken literally. */
export type XmlNode =
  | XmlElement
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'cdata'; readonly text: string};

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
}

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>|([^<]+)/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Parse storage XML into a tree without its comments.
 *
 * @throws SandboxError 400 when it is not well formed or uses an unknown entity
 */
export function parseStorage(xml: string): readonly XmlNode[] {
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

export function textOf(nodes: readonly XmlNode[]): string {
  return nodes.map(node => (node.kind === 'element' ? textOf(node.children) : node.text)).join('');
}

export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    if (child.kind === 'element' && child.name === name) return child;
  }
  return undefined;
}

export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child.kind === 'element' && child.name === name,
  );
}

export function macroParameters(macro: XmlElement): Readonly<Record<string, string>> {
  const entries = childrenNamed(macro, 'ac:parameter').map(
    parameter => [parameter.attributes['ac:name'] ?? '', textOf(parameter.children)] as const,
  );
  return Object.fromEntries(entries);
}

/** Named entities of storage XML other than the five of XML: name → character. */
const namedEntities: Readonly<Record<string, string>> = {
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
 * Replace the entities and character references of a text; returns undefined if one is unknown or
 * an ampersand is not escaped.
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
  if (!name.startsWith('#'))
    return Object.hasOwn(namedEntities, name) ? namedEntities[name] : undefined;
  const hex = name[1] === 'x';
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
