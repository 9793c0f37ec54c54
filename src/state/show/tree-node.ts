import {counted} from '../../base/counted.ts';
import {type JsonObject, textAt} from '../../base/json-value.ts';

/** The sign before a node: expanded, collapsed, or without children. */
const signs = {open: '▾ ', folded: '▸ ', leaf: '· '} as const;
const indent = '  ';

/** The label of a node, indented by its depth: `  ▾ Title`. */
export function nodeLabel(node: JsonObject, depth: number, sign: keyof typeof signs): string {
  return `${indent.repeat(depth)}${signs[sign]}${textAt(node, '/title') || textAt(node, '/id')}`;
}

/** A row of a tree list: its depth, number of descendants, and label. */
export function treeNode(
  node: JsonObject,
  depth: number,
  below: number,
  isFolded = false,
): JsonObject {
  const label = nodeLabel(node, depth, below > 0 ? 'open' : 'leaf');
  return {...node, tree: {depth, below, label, ...(isFolded && {folded: true})}};
}

/** Nodes below a heading with their count: `only here: 2 grants`. */
export function nodesUnderHeading(
  {id, words, noun, ...more}: {readonly id: string; readonly words: string; readonly noun: string},
  nodes: readonly JsonObject[],
  isFolded: boolean,
): readonly JsonObject[] {
  const title = `${words}: ${nodes.length === 0 ? 'none' : counted(nodes.length, noun)}`;
  const head = {id, title, name: title, ...more};
  return [
    treeNode(head, 0, nodes.length, isFolded && nodes.length > 0),
    ...nodes.map(node => treeNode(node, 1, 0)),
  ];
}
