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

/** A text in storage format as Markdown. */
export interface ToMarkdown {
  readonly markdown: string;
  /** What of the text Markdown has no way to say, a few words each; empty where it says all. */
  readonly lost: readonly string[];
}

/** What has no Markdown, collected while it is written. */
type Lost = Set<string>;

/** What elements that Markdown has none of are called. */
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

/** Nodes of storage XML as Markdown that `fromMarkdown` makes the same of; `lost` says where it cannot. */
export function toMarkdown(nodes: readonly StorageNode[]): ToMarkdown {
  const lost: Lost = new Set();
  const markdown = blocks(nodes, lost);
  return {markdown, lost: [...lost]};
}

/** Blocks with an empty line between, or right below each other in an item of a list. */
function blocks(nodes: readonly StorageNode[], lost: Lost, gap = '\n\n'): string {
  let last: StorageElement | undefined;
  let turns = 0;
  const parts = blocksOf(nodes).map(part => {
    if (!('name' in part)) return paragraph(part, lost);
    // Two lists of a kind would be one.
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

/** Attributes that say nothing to a reader; the service gives them anew. */
const silent = /^(?:ac:schema-version|ac:macro-id|ac:local-id|local-id|data-local-id)$/;

function noAttributes(attributes: StorageElement['attributes'], lost: Lost): void {
  for (const name of Object.keys(attributes)) {
    if (!silent.test(name)) lost.add(name === 'style' ? 'styles' : `${name}=`);
  }
}

/** Lines of a paragraph; what would begin another block does not. */
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

/** An item behind its sign, all its lines indented as far; paragraphs of one have empty lines between. */
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

/** The text of code: what is marked in it Markdown shows as it is typed. */
function codeText(nodes: readonly StorageNode[], lost: Lost): string {
  if (nodes.some(one => typeof one !== 'string')) lost.add('markup in code');
  return textInside(nodes);
}

function longestRun(text: string): number {
  const runs = text.match(/`+/g) ?? [];
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** `line` has no line ends in it: a heading, a cell. */
function inline(nodes: readonly StorageNode[], lost: Lost, room: 'line' | 'lines'): string {
  return nodes.map(node => piece(node, lost, room)).join('');
}

/** Names of the same markup. */
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

/** Text whose characters are no markup. */
function escaped(text: string): string {
  return text
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/[\\`*_[\]<>&~]/g, '\\$&')
    .replace(/\b(https?|ftp):\/\//gi, '$1\\://')
    .replace(/\bwww\./gi, start => start.replace('.', '\\.'))
    .replace(/(\S)@(?=\S)/g, '$1\\@');
}

/** The elements among some nodes; words between them have no place in Markdown. */
function elementsOf(nodes: readonly StorageNode[], lost: Lost): readonly StorageElement[] {
  const isWord = (node: StorageNode) => typeof node === 'string' && node.trim() !== '';
  if (nodes.some(isWord)) lost.add('text between list items');
  return elementsIn(nodes);
}

/** Elements that hold nothing of their own. */
const holders = ['tbody', 'thead'];

/**
 * Whether two texts are the same document: whitespace between blocks and around them, empty
 * paragraphs, one paragraph alone in an item or a cell, names of the same markup and ids that the
 * service gives are no part of it.
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
  // Space at the ends of a block, and beside one, is nobody's.
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

/** An element that words do not run on through. */
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
