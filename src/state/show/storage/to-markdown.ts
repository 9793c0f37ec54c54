import {lookUp} from '../../../base/look-up.ts';
import {
  blocksOf,
  childOf,
  elementsIn,
  headingLevel,
  isBlock,
  isDone,
  type StorageElement,
  type StorageNode,
  textInside,
} from './tree.ts';

/** The result of converting to Markdown. */
export interface ToMarkdown {
  readonly markdown: string;
  /** What Markdown cannot express, in a few words each; empty if nothing was lost. */
  readonly lost: readonly string[];
}

/** Elements without a Markdown equivalent. */
type Lost = Set<string>;

/** Names of the elements that Markdown cannot express. */
const names: Readonly<Record<string, string>> = {
  'ac:link': 'links to pages and people',
  'ac:emoticon': 'emoji',
  'ac:layout': 'columns',
  'ac:adf-extension': 'panels of the new editor',
  'ac:inline-comment-marker': 'inline comments',
  'ac:placeholder': 'placeholders',
  span: 'colours',
  u: 'underlining',
  sub: 'subscript',
  sup: 'superscript',
  time: 'dates',
};

/**
 * Convert storage XML to Markdown from which `fromMarkdown` restores the same document; `lost`
 * lists the exceptions.
 */
export function toMarkdown(nodes: readonly StorageNode[]): ToMarkdown {
  const lost: Lost = new Set();
  const markdown = blocks(nodes, lost);
  return {markdown, lost: [...lost]};
}

/** Join blocks with blank lines between them, or with single line ends in a list item. */
function blocks(nodes: readonly StorageNode[], lost: Lost, gap = '\n\n'): string {
  let last: StorageElement | undefined;
  let turns = 0;
  const parts = blocksOf(nodes).map(part => {
    if (!('name' in part)) return paragraph(part, lost);
    // Two adjacent lists of the same kind would merge.
    turns = isList(part) && last?.name === part.name ? turns + 1 : 0;
    last = part;
    return block(part, lost, turns % 2 === 1);
  });
  return parts.filter(part => part !== '').join(gap);
}

function isList({name}: StorageElement): boolean {
  return name === 'ul' || name === 'ol';
}

function block(element: StorageElement, lost: Lost, other: boolean): string {
  const {name, children, attributes} = element;
  if (name !== 'ac:structured-macro' && name !== 'ol') noAttributes(attributes, lost);
  const level = headingLevel(element);
  if (level !== undefined) {
    return `${'#'.repeat(level)} ${inline(children, lost, 'line').trim()}`.trim();
  }
  switch (name) {
    case 'p':
      return paragraph(children, lost);
    case 'ul':
    case 'ol':
      return list(element, lost, other);
    case 'ac:task-list':
      return tasks(element, lost);
    case 'blockquote':
      return blocks(children, lost).replace(/^/gm, '> ').replace(/^> $/gm, '>');
    case 'hr':
      return '---';
    case 'table':
      return table(element, lost);
    case 'ac:structured-macro':
      return code(element, lost);
    default:
      lost.add(lookUp(names, name) ?? `<${name}>`);
      return '';
  }
}

/** Attributes irrelevant to a reader; the service assigns new ones. */
const silent = /^(?:ac:schema-version|ac:macro-id|ac:local-id|local-id|data-local-id)$/;

function noAttributes(attributes: StorageElement['attributes'], lost: Lost): void {
  for (const name of Object.keys(attributes)) {
    if (!silent.test(name)) lost.add(name === 'style' ? 'styles' : `${name}=`);
  }
}

/** The lines of a paragraph; characters that would start another block are escaped. */
function paragraph(nodes: readonly StorageNode[], lost: Lost): string {
  const text = inline(nodes, lost, 'lines').trim();
  return text
    .split('\n')
    .map(line =>
      line
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
        .replace(/^(?:[-+=#>])/, '\\$&')
        .replace(/^ +/, ''),
    )
    .join('\n');
}

function list({name, children, attributes}: StorageElement, lost: Lost, other: boolean): string {
  const items = elementsOf(children, lost);
  let number = name === 'ol' ? Number(attributes.start ?? 1) : 0;
  const {start: _, ...more} = attributes;
  noAttributes(more, lost);
  const texts = items.map(item => {
    const sign = name === 'ul' ? (other ? '*' : '-') : `${number++}${other ? ')' : '.'}`;
    return hanging(sign, item.children, lost);
  });
  const isLoose = texts.some(text => text.includes('\n\n'));
  return texts.join(isLoose ? '\n\n' : '\n');
}

/**
 * A list item: its sign, then its lines indented by the same width; paragraphs are separated by
 * blank lines.
 */
function hanging(sign: string, children: readonly StorageNode[], lost: Lost): string {
  const paragraphs = children.filter(one => typeof one !== 'string' && one.name === 'p').length;
  const text = blocks(children, lost, paragraphs > 1 ? '\n\n' : '\n');
  return `${sign} ${text}`.replace(/\n(?!\n|$)/g, `\n${' '.repeat(sign.length + 1)}`).trimEnd();
}

function tasks({children}: StorageElement, lost: Lost): string {
  return elementsOf(children, lost)
    .map(task => {
      const body = childOf(task, 'ac:task-body')?.children ?? [];
      return hanging('-', body, lost).replace(/^- ?/, `- [${isDone(task) ? 'x' : ' '}] `);
    })
    .join('\n');
}

function table({children}: StorageElement, lost: Lost): string {
  const rows = rowsOf(children, lost);
  const [head = [], ...others] = rows;
  const isPlain =
    head.length > 0 &&
    head.every(({name}) => name === 'th') &&
    others.every(row => row.length === head.length && row.every(({name}) => name === 'td'));
  if (!isPlain) {
    lost.add('tables without a heading row or with merged cells');
    return '';
  }
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cells = (row: readonly StorageElement[]): string => line(row.map(one => cell(one, lost)));
  const rule = line(head.map(() => '---'));
  return [cells(head), rule, ...others.map(cells)].join('\n');
}

function rowsOf(nodes: readonly StorageNode[], lost: Lost): readonly StorageElement[][] {
  return elementsOf(nodes, lost).flatMap((node): StorageElement[][] => {
    if (node.name === 'tr') return [[...elementsOf(node.children, lost)]];
    if (node.name === 'tbody' || node.name === 'thead') return [...rowsOf(node.children, lost)];
    lost.add('column widths');
    return [];
  });
}

function cell({children, attributes}: StorageElement, lost: Lost): string {
  noAttributes(attributes, lost);
  const [only, ...more] = children.filter(one => typeof one !== 'string' || one.trim() !== '');
  const isWrapped = typeof only === 'object' && only.name === 'p' && more.length === 0;
  if (isWrapped) noAttributes(only.attributes, lost);
  const inside = isWrapped ? only.children : children;
  if (inside.some(isBlock)) lost.add('multi-line cells');
  return inline(inside, lost, 'line').trim().replaceAll('|', '\\|');
}

function code(macro: StorageElement, lost: Lost): string {
  const name = macro.attributes['ac:name'] ?? '';
  const parts = elementsOf(macro.children, lost);
  const isOdd = parts.some(
    one =>
      one.name !== 'ac:plain-text-body' &&
      !(one.name === 'ac:parameter' && one.attributes['ac:name'] === 'language'),
  );
  if (name !== 'code' || isOdd) {
    lost.add(name === 'code' ? 'code block settings' : `the macro ${name}`);
    return '';
  }
  const said = (of: string): string => codeText(childOf(macro, of)?.children ?? [], lost);
  const text = said('ac:plain-text-body');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${said('ac:parameter')}\n${text}\n${fence}`;
}

/** The text of code; markup inside it would be shown literally by Markdown. */
function codeText(nodes: readonly StorageNode[], lost: Lost): string {
  if (nodes.some(one => typeof one !== 'string')) lost.add('markup in code');
  return textInside(nodes);
}

function longestRun(text: string): number {
  const runs = text.match(/`+/g) ?? [];
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** In a `line` (a heading, a cell), line ends are not allowed. */
function inline(nodes: readonly StorageNode[], lost: Lost, room: 'line' | 'lines'): string {
  return nodes.map(node => piece(node, lost, room)).join('');
}

/** Different names of the same markup. */
const same: Readonly<Record<string, string>> = {b: 'strong', i: 'em', s: 'del'};
const marks: Readonly<Record<string, string>> = {strong: '**', em: '*', del: '~~'};

function piece(node: StorageNode, lost: Lost, room: 'line' | 'lines'): string {
  if (typeof node === 'string') return escaped(node);
  const {name, children, attributes} = node;
  const mark = lookUp(marks, lookUp(same, name) ?? name);
  if (mark !== undefined) {
    noAttributes(attributes, lost);
    return `${mark}${inline(children, lost, room)}${mark}`;
  }
  switch (name) {
    case 'br':
      return room === 'lines' ? '\\\n' : '<br>';
    case 'code': {
      noAttributes(attributes, lost);
      const text = codeText(children, lost);
      const fence = '`'.repeat(longestRun(text) + 1);
      const space = /^`|`$|^ .* $/.test(text) ? ' ' : '';
      return `${fence}${space}${text}${space}${fence}`;
    }
    case 'a': {
      const {href = '', title, ...more} = attributes;
      noAttributes(more, lost);
      return `[${inline(children, lost, room)}](${target(href, title)})`;
    }
    case 'ac:image':
      return image(node, lost);
    default:
      lost.add(lookUp(names, name) ?? `<${name}>`);
      return '';
  }
}

function image({children, attributes}: StorageElement, lost: Lost): string {
  const {'ac:alt': alt = '', 'ac:title': title, ...more} = attributes;
  noAttributes(more, lost);
  const [what] = elementsOf(children, lost);
  const address = what?.attributes['ri:value'] ?? what?.attributes['ri:filename'];
  if (address === undefined || children.length !== 1) {
    lost.add('images from other pages');
    return '';
  }
  return `![${escaped(alt)}](${target(address, title)})`;
}

function target(address: string, title: string | undefined): string {
  const href = /[\s()<>\\&*_]/.test(address) ? `<${address.replace(/[<>\\&]/g, '\\$&')}>` : address;
  return title === undefined ? href : `${href} "${title.replace(/["\\&]/g, '\\$&')}"`;
}

/** Escape characters that would be markup. */
function escaped(text: string): string {
  return text
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/[\\`*_[\]<>&~]/g, '\\$&')
    .replace(/\b(https?|ftp):\/\//gi, '$1\\://')
    .replace(/\bwww\./gi, start => start.replace('.', '\\.'))
    .replace(/(\S)@(?=\S)/g, '$1\\@');
}

/** The elements among some nodes; text between them is recorded as lost. */
function elementsOf(nodes: readonly StorageNode[], lost: Lost): readonly StorageElement[] {
  const isWord = (node: StorageNode) => typeof node === 'string' && node.trim() !== '';
  if (nodes.some(isWord)) lost.add('text between list items');
  return elementsIn(nodes);
}

/** Elements that only contain others. */
const holders = ['tbody', 'thead'];

/**
 * Whether two texts are the same document. Ignored: whitespace around blocks, empty paragraphs, a
 * single paragraph in an item or a cell, equivalent tag names, and ids assigned by the service.
 */
export function isSameDocument(
  one: readonly StorageNode[],
  other: readonly StorageNode[],
): boolean {
  return canonical(one, true) === canonical(other, true);
}

function canonical(nodes: readonly StorageNode[], isOuter: boolean): string {
  const parts: (string | StorageElement)[] = [];
  for (const node of nodes) {
    const last = parts.at(-1);
    if (typeof node !== 'string') {
      if (!isEmpty(node)) parts.push(node);
    } else if (typeof last === 'string') parts.splice(-1, 1, last + node);
    else parts.push(node);
  }
  // Ignore whitespace at the ends of a block and next to one.
  const isEnd = (at: number): boolean => {
    const part = parts[at];
    return part === undefined ? isOuter : typeof part !== 'string' && endsText(part);
  };
  return parts
    .map((part, i): string => {
      if (typeof part !== 'string') return element(part);
      let text = part.replace(/[ \t\r\n]+/g, ' ');
      if (isEnd(i - 1)) text = text.trimStart();
      if (isEnd(i + 1)) text = text.trimEnd();
      return text === '' ? '' : JSON.stringify(text);
    })
    .join('');
}

/** Whether an element separates words. */
function endsText(element: StorageElement): boolean {
  return isBlock(element) || /^(?:br|li|tr|td|th|tbody|thead|ac:task.*)$/.test(element.name);
}

function isEmpty({name, children}: StorageElement): boolean {
  return (
    name === 'p' &&
    children.every(one => (typeof one === 'string' ? one.trim() === '' : one.name === 'br'))
  );
}

function element({name, attributes, children}: StorageElement): string {
  if (holders.includes(name)) return canonical(children, true);
  if (name === 'ac:task-id' || name === 'ac:task-uuid') return '';
  if (name === 'ac:plain-text-body' || name === 'code') {
    return `<${name}>${JSON.stringify(textInside(children))}</>`;
  }
  const said = Object.entries(attributes)
    .filter(([key]) => !silent.test(key))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, text]) => ` ${key}=${JSON.stringify(text)}`);
  const own = children.filter(one => (typeof one === 'string' ? one.trim() !== '' : !isEmpty(one)));
  const [only, ...more] = own;
  const isAlone =
    ['li', 'td', 'th', 'ac:task-body'].includes(name) &&
    more.every(one => typeof one === 'object' && one.name !== 'p') &&
    typeof only === 'object' &&
    only.name === 'p' &&
    Object.keys(only.attributes).length === 0;
  const inside = isAlone ? [...only.children, ...more] : children;
  const markup = lookUp(same, name) ?? name;
  const isRunning = name === 'a' || lookUp(marks, markup) !== undefined;
  return `<${markup}${said.join('')}>${canonical(inside, !isRunning)}</>`;
}
