import {decodeHTML} from 'entities';
import {Parser} from 'htmlparser2';

/** Decode HTML entities; unknown ones stay unchanged. */
export function decodeEntities(text: string): string {
  return decodeHTML(text);
}

export interface StorageElement {
  /** With its prefix: `p`, `ac:structured-macro`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly StorageNode[];
}

export type StorageNode = string | StorageElement;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: StorageNode[];
}

/** Limit of nesting; deeper elements are flattened, so that recursion cannot overflow the stack. */
const deepest = 200;

/**
 * Parse a text in storage format. Never fails: unclosed elements end with their parent, and unknown
 * entities stay unchanged.
 */
export function parseStorage(xml: string): readonly StorageNode[] {
  const root: Open = {name: '', attributes: {}, children: []};
  const open: Open[] = [root];
  const top = () => open.at(-1) ?? root;
  let depth = 0;
  let inData = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > deepest) return;
        const decoded = Object.entries(attributes).map(([key, text]) => [key, decodeHTML(text)]);
        const element: Open = {name, attributes: Object.fromEntries(decoded), children: []};
        top().children.push(element);
        open.push(element);
      },
      // The parser closes every open element, innermost first, even for malformed input.
      onclosetag() {
        if (depth <= deepest) open.pop();
        depth -= 1;
      },
      ontext(text) {
        top().children.push(inData ? text : decodeHTML(text));
      },
      oncdatastart() {
        inData = true;
      },
      oncdataend() {
        inData = false;
      },
    },
    {xmlMode: true, decodeEntities: false},
  );
  parser.end(xml);
  return root.children;
}

/** All text inside, unchanged. */
export function textInside(nodes: readonly StorageNode[]): string {
  return nodes.map(n => (typeof n === 'string' ? n : textInside(n.children))).join('');
}

export function elementsIn(nodes: readonly StorageNode[]): readonly StorageElement[] {
  return nodes.filter(node => typeof node !== 'string');
}

export function childOf({children}: StorageElement, name: string): StorageElement | undefined {
  return elementsIn(children).find(child => child.name === name);
}

/** The text of a macro's parameter; undefined if there is none. */
export function parameterOf({children}: StorageElement, name: string): string | undefined {
  const found = elementsIn(children).find(
    child => child.name === 'ac:parameter' && child.attributes['ac:name'] === name,
  );
  return found && textInside(found.children);
}

/** Block elements; all others are inline. */
const blocks =
  /^(?:p|div|h[1-6]|ul|ol|table|hr|blockquote|pre|section|ac:layout(?:-section|-cell)?|ac:task-list|ac:rich-text-body)$/;

export function isBlock(node: StorageNode): boolean {
  if (typeof node === 'string') return false;
  if (node.name === 'ac:structured-macro') return node.attributes['ac:name'] !== 'status';
  return blocks.test(node.name);
}

/** Split nodes into blocks and the running text between them. */
export function blocksOf(
  nodes: readonly StorageNode[],
): readonly (StorageElement | readonly StorageNode[])[] {
  const parts: (StorageElement | StorageNode[])[] = [];
  for (const node of nodes) {
    const last = parts.at(-1);
    if (typeof node !== 'string' && isBlock(node)) parts.push(node);
    else if (Array.isArray(last)) last.push(node);
    else parts.push([node]);
  }
  return parts;
}

/** The level of a heading; undefined for any other element. */
export function headingLevel({name}: StorageElement): number | undefined {
  const [, level] = /^h([1-6])$/.exec(name) ?? [];
  return level === undefined ? undefined : Number(level);
}

export function isDone(task: StorageElement): boolean {
  return textInside(childOf(task, 'ac:task-status')?.children ?? []).trim() === 'complete';
}
