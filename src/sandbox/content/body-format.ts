import {readChoice} from '../query.ts';
import type {JsonMembers, SandboxCall} from '../route.ts';
import {escapeXml} from '../world/content-storage.ts';
import type {ItemBody} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {storageToAdf} from './adf.ts';
import {type FindName, linkParts} from './adf-inline.ts';
import {
  childrenNamed,
  findChild,
  macroParameters,
  parseStorage,
  textOf,
  type XmlElement,
  type XmlNode,
} from './storage-tree.ts';

/** Values of `body-format`; `doc_format` is the documentation's name for `atlas_doc_format`. */
export type BodyFormat =
  | 'storage'
  | 'atlas_doc_format'
  | 'doc_format'
  | 'raw'
  | 'view'
  | 'export_view'
  | 'anonymous_export_view'
  | 'styled_view'
  | 'editor';

/** Formats of lists of posts, pages, comments and versions. */
export const listFormats = ['storage', 'atlas_doc_format', 'doc_format'] as const;

export const customListFormats = ['raw', ...listFormats] as const;

export const singleFormats = [
  ...listFormats,
  'view',
  'export_view',
  'anonymous_export_view',
  'styled_view',
  'editor',
] as const;

export const customSingleFormats = [
  ...customListFormats,
  'view',
  'export_view',
  'anonymous_export_view',
] as const;

/**
 * Read `body-format`; undefined when absent, in which case responses contain no body.
 *
 * @throws SandboxError 400 when it is not one of `formats`
 */
export function readBodyFormat(
  call: SandboxCall,
  formats: readonly BodyFormat[],
): BodyFormat | undefined {
  return readChoice(call, 'body-format', formats);
}

/**
 * Present a body in a format, as the member of the response: `{body: {storage: {representation,
 * value}}}`; empty without a format or a body. A raw body is returned raw in every format, and a
 * storage body requested as raw is returned as storage, since such an item has no other format.
 *
 * @param findBody called only if a format is requested
 */
export function bodyMember(
  findBody: () => ItemBody | undefined,
  format: BodyFormat | undefined,
  findName: FindName,
): {readonly body?: JsonMembers} {
  if (format === undefined) return {};
  const body = findBody();
  if (body === undefined) return {};
  if (body.representation === 'raw') return {body: {raw: body}};
  const name = bodyName(format);
  const value = convert(body.value, name, findName);
  return {body: {[name]: {representation: name, value}}};
}

function bodyName(format: BodyFormat): BodyFormat {
  if (format === 'raw') return 'storage';
  return format === 'doc_format' ? 'atlas_doc_format' : format;
}

function convert(storage: string, format: BodyFormat, findName: FindName): string {
  if (format === 'storage' || format === 'editor') return storage;
  if (format === 'atlas_doc_format') return storageToAdf(storage, findName);
  return storageToView(storage, findName);
}

/** Build a lookup of display names among the world's users, for mentions in bodies. */
export function findNameIn(world: World): FindName {
  return accountId => world.users.get(accountId)?.displayName;
}

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'col', 'img']);
const panelMacros: ReadonlySet<string> = new Set(['info', 'note', 'warning', 'tip', 'panel']);

/**
 * Convert storage XML to simple HTML, as a browser shows it: macros, links, images, tasks and
 * mentions.
 *
 * @throws SandboxError 400 when the XML is not well formed
 */
function storageToView(xml: string, findName: FindName): string {
  return html(parseStorage(xml), findName);
}

function html(nodes: readonly XmlNode[], findName: FindName): string {
  return nodes
    .map(node => (node.kind === 'element' ? elementHtml(node, findName) : escapeXml(node.text)))
    .join('');
}

function elementHtml(element: XmlElement, findName: FindName): string {
  const inner = () => html(element.children, findName);
  switch (element.name) {
    case 'ac:structured-macro':
      return macroHtml(element, findName);
    case 'ac:link':
      return linkHtml(element, findName);
    case 'ac:image':
      return imageHtml(element);
    case 'ac:emoticon':
      return escapeXml(element.attributes['ac:emoji-fallback'] ?? '');
    case 'ac:task-list':
      return `<ul class="inline-task-list">${taskItems(element, findName)}</ul>`;
    case 'ac:inline-comment-marker':
      return `<span class="inline-comment-marker">${inner()}</span>`;
    case 'ac:layout':
      return `<div class="columnLayout">${inner()}</div>`;
    case 'ac:layout-section':
    case 'ac:layout-cell':
      return `<div class="${element.name.slice(3)}">${inner()}</div>`;
    case 'time':
      return tag('time', element.attributes, element.attributes.datetime ?? '');
    default:
      return tag(element.name, element.attributes, inner());
  }
}

function tag(name: string, attributes: Readonly<Record<string, string>>, inner: string): string {
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(value)}"`,
  );
  const opening = `<${name}${attributeTexts.join('')}`;
  return voidElements.has(name) ? `${opening}/>` : `${opening}>${inner}</${name}>`;
}

function taskItems(list: XmlElement, findName: FindName): string {
  return childrenNamed(list, 'ac:task')
    .map(task => {
      const status = textOf(findChild(task, 'ac:task-status')?.children ?? []);
      const body = html(findChild(task, 'ac:task-body')?.children ?? [], findName);
      return `<li${status === 'complete' ? ' class="checked"' : ''}>${body}</li>`;
    })
    .join('');
}

function linkHtml(link: XmlElement, findName: FindName): string {
  const user = findChild(link, 'ri:user')?.attributes['ri:account-id'];
  if (user !== undefined) {
    const name = escapeXml(`@${findName(user) ?? 'unknown'}`);
    return tag('a', {class: 'user-mention', 'data-account-id': user}, name);
  }
  const {text, href} = linkParts(link);
  return tag('a', {href}, escapeXml(text));
}

function imageHtml(image: XmlElement): string {
  const url = findChild(image, 'ri:url')?.attributes['ri:value'];
  const file = findChild(image, 'ri:attachment')?.attributes['ri:filename'] ?? '';
  const src = url ?? `/wiki/download/attachments/${encodeURIComponent(file)}`;
  return tag('img', {src, alt: image.attributes['ac:alt'] ?? ''}, '');
}

function macroHtml(macro: XmlElement, findName: FindName): string {
  const name = macro.attributes['ac:name'] ?? '';
  const parameters = macroParameters(macro);
  const rich = html(findChild(macro, 'ac:rich-text-body')?.children ?? [], findName);
  const plain = escapeXml(textOf(findChild(macro, 'ac:plain-text-body')?.children ?? []));
  const title = escapeXml(parameters.title ?? '');
  if (name === 'code' || name === 'noformat') return `<pre class="${name}">${plain}</pre>`;
  if (name === 'status') return `<span class="status-macro">${title}</span>`;
  if (name === 'expand') return `<details><summary>${title}</summary>${rich}</details>`;
  const heading = title === '' ? '' : `<p class="title">${title}</p>`;
  if (panelMacros.has(name)) return `<div class="panel ${name}">${heading}${rich}</div>`;
  return `<div class="macro" data-macro-name="${escapeXml(name)}">${rich}${plain}</div>`;
}
