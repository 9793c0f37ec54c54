import {expect, test} from 'vitest';
import {isObject, readPointer} from '../../src/base/json-value.ts';
import {screens} from '../../src/screens/features.ts';

const derive = screens.lists.find(({id}) => id === 'whiteboard-tree')?.sources[0]?.derive;

/** The nodes as the tree shows them: depth and id. */
const shown = (parents: Readonly<Record<string, string>>): readonly string[] => {
  const results = Object.entries(parents).map(([id, parentId]) => ({id, parentId}));
  const rows = derive?.({results}, {}) ?? [];
  return rows.map(row => `${readPointer(row, '/tree/depth')} ${isObject(row) && row.id}`);
};

test.each([
  [{a: 'root', b: 'a', c: 'b'}, ['0 a', '1 b', '2 c']],
  [{a: 'a', b: 'a'}, ['0 a', '1 b']],
  [{a: 'b', b: 'a', c: 'b'}, ['0 a', '1 b', '2 c']],
  [{x: 'root', a: 'c', b: 'a', c: 'b'}, ['0 x', '0 a', '1 b', '2 c']],
])('every node of %j is shown once, also of one that is below itself', (parents, rows) => {
  expect(shown(parents)).toEqual(rows);
});
