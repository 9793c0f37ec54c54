import {expect, test} from 'vitest';
import {screens} from '../../src/screens/features.ts';

/** What is made there is not what they list. */
const others = new Set(['archived-projects', 'label-posts']);

test.each(
  Object.values(screens.lists).flatMap(({id, empty, verbs = []}) => {
    const makes = verbs.some(({rows, key}) => rows === 'none' && key === 'a');
    return makes && !others.has(id) ? [{id, empty}] : [];
  }),
)('an empty list of $id says which key makes the first', ({empty}) => {
  expect(empty).toMatch(/(?:^|[ :])a [a-z]+s (?:one|the first|some(?:thing|one|body))\b|: a /);
});
