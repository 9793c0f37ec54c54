import {invalidParameter} from '../errors.ts';
import {decodeEntities} from './entities.ts';

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
