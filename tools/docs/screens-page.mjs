import {pictures} from '../pictures/list.mjs';
import {code, table} from './markdown.mjs';

/** Generate docs/screens.md: the pictures with descriptions, and every screen of the palette. */
export function screensPage({screens}) {
  const parts = [
    '# Screens',
    'The terminal UI on its sandbox (`npm start`). `npm run pictures` takes the pictures from the built program in a real terminal; `npm run docs` generates this page.',
    ...pictures.flatMap(({name, title, text}) => [
      `## ${title}`,
      text,
      `![${title}](pictures/${name}.svg)`,
    ]),
    '## Every screen',
    'Type `:` and a name. Words in capitals are values to enter after it.',
    table(['Screen', 'Aliases', 'Shows'], screens.named.map(screenRow)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function screenRow({id, aliases, needs, about}) {
  const name = [id, ...needs.map(need => need.toUpperCase())].join(' ');
  return [code(name), aliases.map(code).join(' '), about];
}
