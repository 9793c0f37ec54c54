import {code, table} from './markdown.mjs';

const places = {list: 'lists', text: 'texts', home: 'home', everywhere: 'everywhere'};

/** Every key of the terminal UI. */
export function keyTable(source) {
  const rows = source.keyTable.map(({keys, scopes, label}) => [
    keys.map(code).join(' '),
    scopes.map(scope => places[scope] ?? scope).join(', '),
    label,
  ]);
  return table(['Key', 'Where', 'Does'], rows);
}

/** docs/keys.md. */
export function keysPage(source) {
  return `# Keys

Made from the key table of the terminal UI by \`npm run docs\`. The same letter means the same thing on every screen; \`?\` shows the keys of the screen you are on, and why one does nothing there.

${keyTable(source)}
`;
}
