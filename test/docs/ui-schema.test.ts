import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {themeNames} from '../../src/base/theme-names.ts';
import {uiConfigMembers} from '../../src/state/look/ui-config.ts';

interface Schema {
  readonly properties: Readonly<Record<string, {readonly enum?: readonly string[]}>>;
}

const text = readFileSync(new URL('../../docs/ui.schema.json', import.meta.url), 'utf8');
const schema = JSON.parse(text) as Schema;

test('the schema of ui.json has the settings the UI reads, and the themes there are', () => {
  expect(Object.keys(schema.properties)).toEqual([...uiConfigMembers]);
  expect(schema.properties.theme?.enum).toEqual([...themeNames]);
});
