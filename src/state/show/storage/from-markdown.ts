import {Lexer, Parser, Renderer, type Token, type Tokens} from 'marked';
import {decodeEntities} from './tree.ts';

/** The result of converting Markdown. */
export interface FromMarkdown {
  /** Storage format; always well-formed. */
  readonly xml: string;
  /** What could not be converted, as sentences; empty if everything was. */
  readonly lost: readonly string[];
}

/**
 * Convert Markdown (CommonMark with GitHub's tables, tasks, strikethrough and bare links) to
 * storage format. Raw HTML is not passed through: a typed tag is sent as text, except `<br>`.
 */
export function fromMarkdown(markdown: string): FromMarkdown {
  const renderer = new StorageRenderer();
  const text = markdown.replace(/\r\n?/g, '\n').replace(notInXml, '');
  const isDeep = isTooDeep(text);
  const xml = Parser.parse(tokensOf(text, isDeep), {renderer});
  const {tags, comments, addresses} = renderer;
  return {
    xml,
    lost: [
      ...(isDeep ? [`Lists or quotes are nested more than ${deepest} deep: sent unchanged.`] : []),
      ...(tags.size === 0 ? [] : [`HTML is sent as text: ${listed(tags)}.`]),
      ...(comments === 0 ? [] : ['HTML comments are left out.']),
      ...(addresses.size === 0 ? [] : [`Not linked: ${listed(addresses)}.`]),
    ],
  };
}

/** Characters that XML 1.0 cannot represent, including lone surrogates. */
const notInXml = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Limit of nested quotes and lists. */
const deepest = 50;
const deepLine = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${deepest + 1}}`, 'm');

/** The lexer may not end on very deep nesting, so such a text is sent as code, unchanged. */
function tokensOf(text: string, isDeep: boolean): Token[] {
  return isDeep ? [{type: 'code', raw: text, text}] : new Lexer({gfm: true}).lex(text);
}

/** Whether more than 50 quotes and lists are nested, on one line or by indentation. */
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

/** Writes storage format, and collects what cannot be represented. */
class StorageRenderer extends Renderer {
  /** Tags that are sent as text. */
  readonly tags = new Set<string>();
  /** URLs that are not turned into links. */
  readonly addresses = new Set<string>();
  comments = 0;
  private tasks = 0;

  override heading({depth, tokens}: Tokens.Heading): string {
    return element(`h${depth}`, this.parser.parseInline(tokens));
  }

  override paragraph({tokens}: Tokens.Paragraph): string {
    return element('p', this.parser.parseInline(tokens));
  }

  override blockquote({tokens}: Tokens.Blockquote): string {
    return element('blockquote', this.parser.parse(tokens));
  }

  override hr(): string {
    return '<hr />';
  }

  override code({text, lang = ''}: Tokens.Code): string {
    const [language = ''] = lang.trim().split(/\s+/);
    const said =
      language === '' ? '' : element('ac:parameter', xmlText(language), name('language'));
    const body = `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
    const plain = element('ac:plain-text-body', body);
    return element('ac:structured-macro', said + plain, name('code'));
  }

  /**
   * Tasks and other items of one list become separate lists, since the format has no mixed lists.
   */
  override list({items, ordered, start}: Tokens.List): string {
    const runs: {readonly task: boolean; readonly items: Tokens.ListItem[]}[] = [];
    for (const item of items) {
      const last = runs.at(-1);
      if (last?.task === item.task) last.items.push(item);
      else runs.push({task: item.task, items: [item]});
    }
    let number = Number(start) || 1;
    return runs
      .map(run => {
        const inside = run.items.map(item => this.listitem(item)).join('');
        if (run.task) return element('ac:task-list', inside);
        const from = number === 1 ? '' : ` start="${number}"`;
        if (ordered) number += run.items.length;
        return ordered ? element('ol', inside, from) : element('ul', inside);
      })
      .join('');
  }

  override listitem({task, checked, tokens}: Tokens.ListItem): string {
    const body = () => this.parser.parse(tokens);
    if (!task) return element('li', body());
    this.tasks += 1;
    const id = element('ac:task-id', String(this.tasks));
    const status = element('ac:task-status', checked ? 'complete' : 'incomplete');
    return element('ac:task', id + status + element('ac:task-body', body()));
  }

  /** The task's status expresses it. */
  override checkbox(): string {
    return '';
  }

  override table({header, rows}: Tokens.Table): string {
    const row = (cells: readonly Tokens.TableCell[]) =>
      element('tr', cells.map(cell => this.tablecell(cell)).join(''));
    return element('table', element('tbody', row(header) + rows.map(row).join('')));
  }

  override tablecell({tokens, header, align}: Tokens.TableCell): string {
    const style = align === null || align === 'left' ? '' : ` style="text-align: ${align};"`;
    return element(header ? 'th' : 'td', element('p', this.parser.parseInline(tokens), style));
  }

  override html({text, block}: Tokens.HTML | Tokens.Tag): string {
    if (!block) return this.typedHtml(text);
    const shown = this.typedHtml(text.trim());
    return shown === '' ? '' : element('p', shown.replaceAll('\n', '<br />'));
  }

  /** HTML typed by the user: shown as text, except line breaks and comments. */
  private typedHtml(text: string): string {
    if (/^<br\s*\/?>$/i.test(text)) return '<br />';
    const visible = text.replace(/<!--[\s\S]*?-->/g, () => {
      this.comments += 1;
      return '';
    });
    for (const [tag] of visible.matchAll(/<[a-z!?][^\s>]*/gi)) this.tags.add(`${tag}>`);
    return xmlText(visible);
  }

  override codespan({text}: Tokens.Codespan): string {
    return element('code', xmlText(text));
  }

  override br(): string {
    return '<br />';
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
    return xmlText(token.type === 'escape' ? token.text : decodeEntities(token.text));
  }

  override link({href, title, tokens}: Tokens.Link): string {
    const words = this.parser.parseInline(tokens);
    // Characters that XML cannot represent or that browsers strip from a URL could hide its scheme.
    const address = decodeEntities(href)
      .replace(notInXml, '')
      .replace(/[\t\n\r]/g, '');
    if (!isSafe(address)) {
      this.addresses.add(address);
      return words;
    }
    return element('a', words, ` href="${xmlText(address)}"${attribute('title', title)}`);
  }

  /** An image on the web by URL, any other by the file name of an attachment. */
  override image({href, title, text}: Tokens.Image): string {
    const address = decodeEntities(href);
    const isWeb = /^https?:\/\//i.test(address);
    const what = isWeb
      ? `<ri:url ri:value="${xmlText(address)}" />`
      : `<ri:attachment ri:filename="${xmlText(address.replace(/^.*\//, ''))}" />`;
    return element('ac:image', what, attribute('ac:alt', text) + attribute('ac:title', title));
  }
}

function element(name: string, inside: string, attributes = ''): string {
  return `<${name}${attributes}>${inside}</${name}>`;
}

const name = (of: string): string => ` ac:name="${of}"`;

function attribute(named: string, text: string | null | undefined): string {
  return text ? ` ${named}="${xmlText(decodeEntities(text))}"` : '';
}

/** Schemes allowed in links; a URL without one is relative to the site. */
const safeSchemes = ['http', 'https', 'mailto', 'tel', 'ftp'];

function isSafe(address: string): boolean {
  const [, scheme] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address) ?? [];
  return scheme === undefined || safeSchemes.includes(scheme.toLowerCase());
}

/** Escape text for use between elements and in attributes. */
function xmlText(text: string): string {
  return text
    .replace(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
