import {expect, test} from 'vitest';
import {withAbbreviations} from '../../src/base/capital.ts';

test.each([
  ['Url', 'URL'],
  ['Jql filter', 'JQL filter'],
  ['Account ids', 'Account IDs'],
  ['Avatar urls', 'Avatar URLs'],
  ['Id', 'ID'],
  ['Idea', 'Idea'],
  ['Valid until', 'Valid until'],
])('the label %s is %s', (label, expected) => expect(withAbbreviations(label)).toBe(expected));
