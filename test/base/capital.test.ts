import {expect, test} from 'vitest';
import {labelFrom} from '../../src/base/capital.ts';

test.each([
  ['url', 'URL'],
  ['jql filter', 'JQL filter'],
  ['account ids', 'Account IDs'],
  ['avatar urls', 'Avatar URLs'],
  ['id', 'ID'],
  ['idea', 'Idea'],
  ['valid until', 'Valid until'],
])('the label of %s is %s', (label, expected) => expect(labelFrom(label)).toBe(expected));
