import {contentRef} from '../../api/operation-ref.ts';
import {nameText, text} from '../../base/column.ts';
import {isObject, type JsonObject, type JsonValue, listAt, textAt} from '../../base/json-value.ts';
import {columnsWith, recordColumns} from '../../state/model/column.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {treeNode} from '../../state/show/tree-node.ts';
import {contentPart, nodeShape, permissionShape, propertyShape} from './content-shapes.ts';
import {boardPermissionVerbs, boardPropertyVerbs, boardVerbs} from './content-verbs.ts';

/**
 * Sort nodes in tree order, each below its parent, with a `tree` that has its depth and whether it
 * has children. A node whose parent is missing, or one of its own descendants, is at the top.
 */
function contentTree(answer: JsonValue): readonly JsonValue[] {
  const nodes = listAt(answer, '/results').filter(isObject);
  const ids = new Set(nodes.map(node => textAt(node, '/id')));
  ids.delete('');
  const children = new Map<string, JsonObject[]>();
  for (const node of nodes) {
    const named = textAt(node, '/parentId');
    const parent = ids.has(named) && named !== textAt(node, '/id') ? named : '';
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [node]);
    else siblings.push(node);
  }
  const made: JsonObject[] = [];
  const seen = new Set<JsonObject>();
  const add = (siblings: readonly JsonObject[], depth: number): void => {
    for (const node of siblings) {
      // Do not follow cycles.
      if (seen.has(node)) continue;
      seen.add(node);
      const id = textAt(node, '/id');
      const below = ((id && children.get(id)) || []).filter(child => !seen.has(child));
      made.push(treeNode(node, depth, below.length));
      add(below, depth + 1);
    }
  };
  add(children.get('') ?? [], 0);
  // The remaining nodes form cycles; start each with its first node.
  for (const node of nodes) add([node], 0);
  return made;
}

/** Only whiteboards have a screen; other content in the tree is described. */
const onlyBoards: Resource['opens'] = {
  screen: 'whiteboard',
  params: {whiteboard: ['/id'], crumb: ['/title']},
  only: {pointer: '/type', equals: 'whiteboard'},
};

const board = {id: '{whiteboard}'};

/** Lists of one whiteboard. */
export const whiteboardParts: readonly Resource[] = [
  contentPart(
    nodeShape,
    'whiteboards get-ancestors',
    {...board, limit: '250'},
    {
      id: 'whiteboard-ancestors',
      title: 'Ancestors',
      name: ['/id'],
      columns: [
        text('KIND', '/type', {id: 'type', fixed: 12, dropPriority: 0, tone: 'accent'}),
        nameText('ID', '/id', {min: 12, max: 24}),
      ],
      opens: onlyBoards,
      empty: 'This whiteboard has no ancestors.',
      about: 'Ancestors of the whiteboard, topmost first. The service returns only kinds and ids.',
    },
  ),
  contentPart(nodeShape, 'whiteboards get-direct-children', board, {
    id: 'whiteboard-children',
    title: 'Children',
    verbs: boardVerbs,
    opens: onlyBoards,
    empty: 'This whiteboard has no children.',
    about: 'Direct children of the whiteboard, in their manual order.',
  }),
  list({
    ...nodeShape,
    id: 'whiteboard-tree',
    title: 'Tree',
    verbs: boardVerbs,
    sources: [
      contentRef(
        'whiteboards get-descendants',
        {...board, depth: '10', limit: '250'},
        {derive: contentTree},
      ),
    ],
    caveat: 'At most ten levels are shown; enter on a whiteboard continues from there.',
    tree: true,
    sorts: [],
    columns: columnsWith(recordColumns('whiteboards get-descendants'), {
      title: {from: ['/tree/label']},
    }),
    opens: onlyBoards,
    empty: 'This whiteboard has no descendants.',
    about: 'All descendants of the whiteboard, at most ten levels deep (a limit of the service).',
  }),
  contentPart(permissionShape, 'whiteboards get-permissions', board, {
    id: 'whiteboard-permissions',
    verbs: boardPermissionVerbs,
    empty: 'No direct permissions; the permissions of the space apply. a grants one.',
    about: 'A principal has read or update permission, never both.',
  }),
  contentPart(propertyShape, 'whiteboards get-content-properties', board, {
    id: 'whiteboard-properties',
    verbs: boardPropertyVerbs,
    empty: 'This whiteboard has no properties. a adds one.',
    about: 'JSON values that apps store with the whiteboard.',
  }),
];
