import {code, table} from './markdown.mjs';

const places = {
  list: 'lists',
  text: 'texts',
  home: 'home',
  form: 'forms',
  field: 'a field of a form',
  matrix: 'matrices',
  menu: 'menu of verbs',
  ask: 'question',
  preview: 'preview of a write',
  confirm: 'confirmation',
  columns: 'column chooser',
  running: 'while sending',
  report: 'report',
  everywhere: 'everywhere',
};

/**
 * Build the table of keys of the terminal UI, with the digits, which are equivalent, on one line.
 */
function keyTable(source) {
  const isDigit = ({keys}) => keys.length === 1 && /^[2-9]$/.test(keys[0]);
  const rows = source.keyTable
    .filter(binding => !isDigit(binding))
    .map(({keys, scopes, label}) => [
      keys[0] === '1' ? `${code('1')} … ${code('9')}` : keys.map(code).join(' '),
      scopes.map(scope => places[scope] ?? scope).join(', '),
      keys[0] === '1' ? 'tab of that number' : label,
    ]);
  return table(['Key', 'Where', 'Does'], rows);
}

/** Generate docs/keys.md. */
export function keysPage(source) {
  return `# Keys

Generated from the key table of the terminal UI by \`npm run docs\`. A letter has the same meaning on every screen; \`?\` shows the keys of the current screen, and why a key is unavailable.

${keyTable(source)}
`;
}
