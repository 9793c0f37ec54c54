import {Lexer, type MarkedToken, type Token, type Tokens} from 'marked';

/** What became of a text in Markdown. */
export interface FromMarkdown {
  /** In storage format; well-formed whatever the text was. */
  readonly xml: string;
  /** What of the text it does not hold as meant, as sentences; empty where it holds all. */
  readonly lost: readonly string[];
}

/** Collects what cannot be kept while it is written. */
interface Writing {
  readonly decode: (text: string) => string;
  readonly html: Set<string>;
  readonly links: Set<string>;
  comments: number;
  tasks: number;
}

/**
 * A text in Markdown (CommonMark with GitHub's tables, tasks, strikethrough and bare links) in storage
 * format. Raw HTML is not passed through: what is typed as a tag is sent as that text, but for `<br>`.
 *
 * @param decode what an entity stands for; names of HTML
 */
export function fromMarkdown(markdown: string, decode: (text: string) => string): FromMarkdown {
  const writing: Writing = {decode, html: new Set(), links: new Set(), comments: 0, tasks: 0};
  const text = markdown.replace(/\r\n?/g, '\n').replace(notInXml, '');
  const isDeep = isTooDeep(text);
  const xml = blocks(tokensOf(text, isDeep), writing);
  const {html, links, comments} = writing;
  return {
    xml,
    lost: [
      ...(isDeep
        ? [`More than ${deepest} lists or quotes lie within each other: it is sent as it stands.`]
        : []),
      ...(html.size === 0 ? [] : [`HTML is sent as text: ${listed(html)}.`]),
      ...(comments === 0 ? [] : ['Comments of HTML are left out.']),
      ...(links.size === 0 ? [] : [`No link is made to ${listed(links)}.`]),
    ],
  };
}

/** Characters that XML 1.0 has no way to hold, halves of surrogate pairs among them. */
const notInXml = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Quotes and lists within each other that are read; nobody means more. */
const deepest = 50;
const deepLine = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${deepest + 1}}`, 'm');

/** A text that is nested without end takes the lexer without end: it is taken as it stands. */
function tokensOf(text: string, isDeep: boolean): readonly Token[] {
  return isDeep ? [{type: 'code', raw: text, text}] : new Lexer({gfm: true}).lex(text);
}

/** Whether more than 50 quotes and lists lie within each other, on one line or by how far lines are indented. */
function isTooDeep(text: string): boolean {
  if (deepLine.test(text)) return true;
  let isCode = false;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const [, blanks, marker] = /^([ \t]*)([-+*]|\d{1,9}[.)])[ \t]/.exec(line) ?? [];
    if (isCode || blanks === undefined || marker === undefined) continue;
    while ((indents.at(-1) ?? -1) >= blanks.length) indents.pop();
    indents.push(blanks.length);
    if (indents.length > deepest) return true;
  }
  return false;
}

function listed(names: ReadonlySet<string>): string {
  const [first, second, third, ...more] = names;
  const shown = [first, second, third].filter(one => one !== undefined).join(', ');
  return more.length === 0 ? shown : `${shown} and ${more.length} more`;
}

function blocks(tokens: readonly Token[], to: Writing): string {
  return tokens.map(token => block(token, to)).join('');
}

function block(some: Token, to: Writing): string {
  // What the lexer gives is one of these; its own type has room for those of extensions too.
  const token = some as MarkedToken;
  switch (token.type) {
    case 'heading':
      return element(`h${token.depth}`, inline(token.tokens, to));
    case 'paragraph':
      return element('p', inline(token.tokens, to));
    case 'text':
      return inline(token.tokens ?? [token], to);
    case 'code':
      return codeMacro(token);
    case 'blockquote':
      return element('blockquote', blocks(token.tokens, to));
    case 'list':
      return list(token, to);
    case 'table':
      return table(token, to);
    case 'hr':
      return '<hr />';
    case 'html':
      return blockOfHtml(token, to);
    case 'space':
    case 'def':
      return '';
    default:
      return inline([token], to);
  }
}

function element(name: string, inside: string, attributes = ''): string {
  return `<${name}${attributes}>${inside}</${name}>`;
}

function codeMacro({text, lang = ''}: Pick<Tokens.Code, 'text' | 'lang'>): string {
  const [language = ''] = lang.trim().split(/\s+/);
  const said = language === '' ? '' : element('ac:parameter', xmlText(language), name('language'));
  const body = `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  const plain = element('ac:plain-text-body', body);
  return element('ac:structured-macro', said + plain, name('code'));
}

const name = (of: string): string => ` ac:name="${of}"`;

/** Tasks and other items of one list are lists of their own: the format has no list of both. */
function list({items, ordered, start}: Tokens.List, to: Writing): string {
  const runs: {readonly task: boolean; readonly items: Tokens.ListItem[]}[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.task === item.task) last.items.push(item);
    else runs.push({task: item.task, items: [item]});
  }
  let number = Number(start) || 1;
  return runs
    .map(run => {
      if (run.task) return element('ac:task-list', run.items.map(item => task(item, to)).join(''));
      const from = number === 1 ? '' : ` start="${number}"`;
      if (ordered) number += run.items.length;
      const inside = run.items.map(item => element('li', blocks(item.tokens, to))).join('');
      return ordered ? element('ol', inside, from) : element('ul', inside);
    })
    .join('');
}

function task({tokens, checked}: Tokens.ListItem, to: Writing): string {
  to.tasks += 1;
  const id = element('ac:task-id', String(to.tasks));
  const status = element('ac:task-status', checked ? 'complete' : 'incomplete');
  return element('ac:task', id + status + element('ac:task-body', blocks(tokens, to)));
}

function table({header, rows}: Tokens.Table, to: Writing): string {
  const row = (cells: readonly Tokens.TableCell[]) =>
    element('tr', cells.map(cell => tableCell(cell, to)).join(''));
  return element('table', element('tbody', row(header) + rows.map(row).join('')));
}

function tableCell({tokens, header, align}: Tokens.TableCell, to: Writing): string {
  const style = align === null || align === 'left' ? '' : ` style="text-align: ${align};"`;
  return element(header ? 'th' : 'td', element('p', inline(tokens, to), style));
}

function blockOfHtml({text}: {readonly text: string}, to: Writing): string {
  const shown = html(text.trim(), to);
  return shown === '' ? '' : element('p', shown.replaceAll('\n', '<br />'));
}

/** What is typed as HTML: text, but for a line break; comments say nothing. */
function html(text: string, to: Writing): string {
  if (/^<br\s*\/?>$/i.test(text)) return '<br />';
  const told = text.replace(/<!--[\s\S]*?-->/g, () => {
    to.comments += 1;
    return '';
  });
  for (const [tag] of told.matchAll(/<[a-z!?][^\s>]*/gi)) to.html.add(`${tag}>`);
  return xmlText(told);
}

function inline(tokens: readonly Token[], to: Writing): string {
  return tokens.map(token => piece(token, to)).join('');
}

function piece(some: Token, to: Writing): string {
  const token = some as MarkedToken;
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return element(token.type, inline(token.tokens, to));
    case 'codespan':
      return element('code', xmlText(token.text));
    case 'br':
      return '<br />';
    case 'link':
      return link(token, to);
    case 'image':
      return image(token, to);
    case 'html':
      return html(token.text, to);
    case 'escape':
      return xmlText(token.text);
    // Said by the status of the task.
    case 'checkbox':
      return '';
    case 'text':
      return token.tokens ? inline(token.tokens, to) : xmlText(to.decode(token.text));
    default:
      return xmlText(to.decode(token.raw));
  }
}

/** Schemes that a page may lead to; an address without one lies on the site. */
const safeSchemes = ['http', 'https', 'mailto', 'tel', 'ftp'];

function link({href, title, tokens}: Tokens.Link, to: Writing): string {
  const words = inline(tokens, to);
  // What XML cannot hold and what browsers leave out of an address would hide its scheme.
  const address = to
    .decode(href)
    .replace(notInXml, '')
    .replace(/[\t\n\r]/g, '');
  if (!isSafe(address)) {
    to.links.add(address);
    return words;
  }
  return element('a', words, ` href="${xmlText(address)}"${attribute('title', title, to)}`);
}

function isSafe(address: string): boolean {
  const [, scheme] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return scheme === undefined || safeSchemes.includes(scheme.toLowerCase());
}

/** A picture on the web by its address, any other by the name of a file that is attached. */
function image({href, title, text}: Tokens.Image, to: Writing): string {
  const address = to.decode(href);
  const isWeb = /^https?:\/\//i.test(address);
  const what = isWeb
    ? `<ri:url ri:value="${xmlText(address)}" />`
    : `<ri:attachment ri:filename="${xmlText(address.replace(/^.*\//, ''))}" />`;
  const said = attribute('ac:alt', text, to) + attribute('ac:title', title, to);
  return element('ac:image', what, said);
}

function attribute(named: string, text: string | null | undefined, to: Writing): string {
  return text ? ` ${named}="${xmlText(to.decode(text))}"` : '';
}

/** Text as it stands between elements and within quotes. */
function xmlText(text: string): string {
  return text
    .replace(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
