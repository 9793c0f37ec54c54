import type {JsonMembers} from '../route.ts';
import {findChild, macroParameters, textOf, type XmlElement, type XmlNode} from './storage-tree.ts';

interface AdfMark {
  readonly type: string;
  readonly attrs?: JsonMembers;
}

/** A node of the Atlassian document format: `type` and the members of that type. */
export interface AdfNode extends AdfMark {
  readonly content?: readonly AdfNode[];
  readonly marks?: readonly AdfMark[];
  readonly text?: string;
}

/** Finds the display name of an account; undefined when there is no such account. */
export type FindName = (accountId: string) => string | undefined;

/** Elements that become a mark on their text: name → mark. */
const marksByName: Readonly<Record<string, AdfMark>> = {
  strong: {type: 'strong'},
  b: {type: 'strong'},
  em: {type: 'em'},
  i: {type: 'em'},
  u: {type: 'underline'},
  s: {type: 'strike'},
  del: {type: 'strike'},
  code: {type: 'code'},
  sub: {type: 'subsup', attrs: {type: 'sub'}},
  sup: {type: 'subsup', attrs: {type: 'sup'}},
};

/** Convert inline content to ADF. White space is preserved; line breaks become one blank. */
export function inlineAdf(
  nodes: readonly XmlNode[],
  findName: FindName,
  marks: readonly AdfMark[] = [],
): readonly AdfNode[] {
  return nodes.flatMap(node => {
    if (node.kind !== 'element') return marked(node.text.replace(/\s*\n\s*/g, ' '), marks);
    return inlineElement(node, findName, marks);
  });
}

function inlineElement(
  element: XmlElement,
  findName: FindName,
  marks: readonly AdfMark[],
): readonly AdfNode[] {
  const mark = markOf(element);
  if (mark !== undefined) return inlineAdf(element.children, findName, [...marks, mark]);
  const {attributes} = element;
  switch (element.name) {
    case 'br':
      return [{type: 'hardBreak'}];
    case 'time':
      return [{type: 'date', attrs: {timestamp: String(Date.parse(attributes.datetime ?? ''))}}];
    case 'ac:emoticon': {
      const shortName = attributes['ac:emoji-shortname'] ?? `:${attributes['ac:name']}:`;
      return [{type: 'emoji', attrs: {shortName, text: attributes['ac:emoji-fallback'] ?? ''}}];
    }
    case 'ac:link':
      return linkAdf(element, findName, marks);
    case 'ac:structured-macro':
      return [inlineMacro(element)];
    default:
      return inlineAdf(element.children, findName, marks);
  }
}

function markOf(element: XmlElement): AdfMark | undefined {
  const {attributes, name} = element;
  if (name === 'a') return {type: 'link', attrs: {href: attributes.href ?? ''}};
  if (name === 'ac:inline-comment-marker') {
    const attrs = {annotationType: 'inlineComment', id: attributes['ac:ref'] ?? ''};
    return {type: 'annotation', attrs};
  }
  if (name === 'span') {
    const color = /color:\s*([^;]+)/.exec(attributes.style ?? '')?.[1];
    return color === undefined ? undefined : {type: 'textColor', attrs: {color}};
  }
  return Object.hasOwn(marksByName, name) ? marksByName[name] : undefined;
}

function linkAdf(
  link: XmlElement,
  findName: FindName,
  marks: readonly AdfMark[],
): readonly AdfNode[] {
  const user = findChild(link, 'ri:user')?.attributes['ri:account-id'];
  if (user !== undefined) {
    return [{type: 'mention', attrs: {id: user, text: `@${findName(user) ?? 'unknown'}`}}];
  }
  const {text, href} = linkParts(link);
  return marked(text, [...marks, {type: 'link', attrs: {href}}]);
}

/** Return the text and URL of a link to a page, a blog post, an attachment or an anchor. */
export function linkParts(link: XmlElement): {readonly text: string; readonly href: string} {
  const page = findChild(link, 'ri:page') ?? findChild(link, 'ri:blog-post');
  const file = findChild(link, 'ri:attachment')?.attributes['ri:filename'];
  const body = findChild(link, 'ac:plain-text-link-body') ?? findChild(link, 'ac:link-body');
  const title = page?.attributes['ri:content-title'] ?? file ?? '';
  const space = page?.attributes['ri:space-key'] ?? '';
  const anchor = link.attributes['ac:anchor'];
  const path = page ? `/wiki/display/${space}/${encodeURIComponent(title)}` : '';
  const target = file ? `/wiki/download/attachments/${encodeURIComponent(file)}` : path;
  return {
    text: body ? textOf(body.children) : title || (anchor ?? ''),
    href: anchor === undefined ? target : `${target}#${anchor}`,
  };
}

function inlineMacro(macro: XmlElement): AdfNode {
  const name = macro.attributes['ac:name'] ?? '';
  const parameters = macroParameters(macro);
  if (name === 'status') {
    const color = (parameters.colour ?? 'neutral').toLowerCase();
    return {type: 'status', attrs: {text: parameters.title ?? '', color}};
  }
  return {type: 'inlineExtension', attrs: extensionAttributes(name, parameters)};
}

/** Build the attributes of a macro for which ADF has no node. */
export function extensionAttributes(
  name: string,
  parameters: Readonly<Record<string, string>>,
): JsonMembers {
  const macroParams = Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [key, {value}]),
  );
  return {
    extensionType: 'com.atlassian.confluence.macro.core',
    extensionKey: name,
    parameters: {macroParams},
  };
}

function marked(text: string, marks: readonly AdfMark[]): readonly AdfNode[] {
  return text === '' ? [] : [{type: 'text', text, marks: marks.length > 0 ? marks : undefined}];
}
