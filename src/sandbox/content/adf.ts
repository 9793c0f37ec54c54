import {type AdfNode, extensionAttributes, type FindName, inlineAdf} from './adf-inline.ts';
import {
  childrenNamed,
  findChild,
  macroParameters,
  parseStorage,
  textOf,
  type XmlElement,
  type XmlNode,
} from './storage-tree.ts';

const blockNames: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'hr', 'div'],
  ...['pre', 'ac:layout', 'ac:task-list', 'ac:image'],
]);
const inlineMacros: ReadonlySet<string> = new Set(['status', 'jira', 'anchor']);
const panels: Readonly<Record<string, string>> = {
  info: 'info',
  note: 'note',
  warning: 'error',
  tip: 'success',
  panel: 'info',
};

/**
 * Convert storage XML to the text of an ADF document. Macros without a node of their own become
 * extensions.
 *
 * @throws SandboxError 400 when the XML is not well formed
 */
export function storageToAdf(xml: string, findName: FindName): string {
  const content = blocksAdf(parseStorage(xml), findName);
  return JSON.stringify({type: 'doc', version: 1, content});
}

function blocksAdf(nodes: readonly XmlNode[], findName: FindName): readonly AdfNode[] {
  const blocks: AdfNode[] = [];
  let inline: XmlNode[] = [];
  const flush = () => {
    if (textOf(inline).trim() !== '' || inline.some(isInlineElement)) {
      blocks.push({type: 'paragraph', content: inlineAdf(inline, findName)});
    }
    inline = [];
  };
  for (const node of nodes) {
    if (node.kind === 'element' && isBlock(node)) {
      flush();
      blocks.push(...blockAdf(node, findName));
    } else inline.push(node);
  }
  flush();
  return blocks;
}

function isInlineElement(node: XmlNode): boolean {
  return node.kind === 'element' && node.name !== 'br';
}

function isBlock(element: XmlElement): boolean {
  if (element.name !== 'ac:structured-macro') return blockNames.has(element.name);
  return !inlineMacros.has(element.attributes['ac:name'] ?? '');
}

function blockAdf(element: XmlElement, findName: FindName): readonly AdfNode[] {
  const blocks = (of = element) => blocksAdf(of.children, findName);
  const inline = () => inlineAdf(element.children, findName);
  /** Convert the children with a name, each to a node of blocks. */
  const parts = (name: string, type: string, attrs?: AdfNode['attrs']) =>
    childrenNamed(element, name).map(child => ({type, attrs, content: blocks(child)}));
  switch (element.name) {
    case 'p':
      return [{type: 'paragraph', content: inline()}];
    case 'ul':
      return [{type: 'bulletList', content: parts('li', 'listItem')}];
    case 'ol':
      return [{type: 'orderedList', content: parts('li', 'listItem')}];
    case 'blockquote':
      return [{type: 'blockquote', content: blocks()}];
    case 'hr':
      return [{type: 'rule'}];
    case 'pre':
      return [{type: 'codeBlock', content: [{type: 'text', text: textOf(element.children)}]}];
    case 'table':
      return [tableAdf(element, findName)];
    case 'ac:task-list':
      return [taskListAdf(element, findName)];
    case 'ac:image':
      return [imageAdf(element)];
    case 'ac:layout':
      return childrenNamed(element, 'ac:layout-section').flatMap(one => blockAdf(one, findName));
    case 'ac:layout-section': {
      const width = 100 / Math.max(1, childrenNamed(element, 'ac:layout-cell').length);
      const content = parts('ac:layout-cell', 'layoutColumn', {width});
      return [{type: 'layoutSection', content}];
    }
    case 'ac:structured-macro':
      return [macroAdf(element, findName)];
    case 'div':
      return blocks();
    default: {
      const level = Number(element.name.slice(1));
      return [{type: 'heading', attrs: {level}, content: inline()}];
    }
  }
}

function tableAdf(table: XmlElement, findName: FindName): AdfNode {
  const bodies = [...childrenNamed(table, 'thead'), ...childrenNamed(table, 'tbody'), table];
  const rows = bodies.flatMap(body => childrenNamed(body, 'tr'));
  return {
    type: 'table',
    content: rows.map(row => ({
      type: 'tableRow',
      content: row.children
        .filter((cell): cell is XmlElement => cell.kind === 'element')
        .map(cell => {
          const columns = Number(cell.attributes.colspan ?? 1);
          return {
            type: cell.name === 'th' ? 'tableHeader' : 'tableCell',
            attrs: columns > 1 ? {colspan: columns} : undefined,
            content: blocksAdf(cell.children, findName),
          };
        }),
    })),
  };
}

function taskListAdf(list: XmlElement, findName: FindName): AdfNode {
  return {
    type: 'taskList',
    attrs: {localId: ''},
    content: childrenNamed(list, 'ac:task').map(task => {
      const part = (name: string) => findChild(task, name)?.children ?? [];
      const done = textOf(part('ac:task-status')) === 'complete';
      return {
        type: 'taskItem',
        attrs: {localId: textOf(part('ac:task-id')), state: done ? 'DONE' : 'TODO'},
        content: inlineAdf(part('ac:task-body'), findName),
      };
    }),
  };
}

function imageAdf(image: XmlElement): AdfNode {
  const url = findChild(image, 'ri:url')?.attributes['ri:value'];
  const file = findChild(image, 'ri:attachment')?.attributes['ri:filename'] ?? '';
  const attrs = url ? {type: 'external', url} : {type: 'file', id: file, collection: ''};
  return {
    type: 'mediaSingle',
    attrs: {layout: 'center'},
    content: [{type: 'media', attrs: {...attrs, alt: image.attributes['ac:alt'] ?? ''}}],
  };
}

function macroAdf(macro: XmlElement, findName: FindName): AdfNode {
  const name = macro.attributes['ac:name'] ?? '';
  const parameters = macroParameters(macro);
  const body = findChild(macro, 'ac:rich-text-body');
  const content = blocksAdf(body?.children ?? [], findName);
  const text = textOf(findChild(macro, 'ac:plain-text-body')?.children ?? []);
  if (name === 'code' || name === 'noformat') {
    const {language} = parameters;
    const attrs = language ? {language} : undefined;
    return {type: 'codeBlock', attrs, content: text === '' ? [] : [{type: 'text', text}]};
  }
  if (name === 'expand') return {type: 'expand', attrs: {title: parameters.title ?? ''}, content};
  const panelType = Object.hasOwn(panels, name) ? panels[name] : undefined;
  if (panelType !== undefined) return {type: 'panel', attrs: {panelType}, content};
  const attrs = extensionAttributes(name, parameters);
  return body ? {type: 'bodiedExtension', attrs, content} : {type: 'extension', attrs};
}
