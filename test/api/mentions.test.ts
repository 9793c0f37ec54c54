import {expect, test} from 'vitest';
import {mentionedIn, nameMentions} from '../../src/api/mentions.ts';

test.each([
  ['<ri:user ri:account-id="a"/> and <ri:user x="1" ri:account-id="b"/>', ['a', 'b']],
  ['<ri:user ri:account-id="a"/><ri:user ri:account-id="a"/>', ['a']],
  ['<![CDATA[<ri:user ri:account-id="a"/>]]><ri:user ri:account-id="b"/>', ['b']],
  ['<![CDATA[<ri:user ri:account-id="a"/>', []],
  ['<ri:user <ri:page ri:account-id="a"/>', []],
  ['<ri:user ri:account-id=""/>', []],
])('the users that %s mentions', (xml, ids) => {
  expect(mentionedIn(xml)).toEqual(ids);
});

test('a text of a megabyte without ends is read once', () => {
  for (const part of ['<ri:user ', '<![CDATA[', '<ri:user ri:account-id="a']) {
    expect(mentionedIn(part.repeat(100_000))).toEqual([]);
  }
});

test('a mention gets its name as an attribute, escaped', () => {
  const found = {values: [{accountId: 'a', displayName: 'Ann "<&'}]};
  expect(nameMentions('<ri:user ri:account-id="a"/><ri:user ri:account-id="b"/>', found)).toBe(
    '<ri:user ri:account-id="a" steward:name="Ann &quot;&lt;&amp;"/><ri:user ri:account-id="b"/>',
  );
});
