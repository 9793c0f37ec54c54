import {pictures} from '../pictures/list.mjs';
import {code, table} from './markdown.mjs';

/** Generate docs/screens.md: the pictures with descriptions, and every screen of the palette. */
export function screensPage({screens}) {
  const parts = [
    '# Screens',
    'The terminal UI on its sandbox (`npm start`). The pictures are taken of the built program in a real terminal by `npm run pictures`; this page is made by `npm run docs`.',
    ...pictures.flatMap(({name, title, text}) => [
      `## ${title}`,
      text,
      `![${title}](pictures/${name}.svg)`,
    ]),
    '## Every screen',
    'Type `:` and a name; what is in capitals follows it.',
    table(['Screen', 'Also called', 'What it shows'], screens.named.map(screenRow)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function screenRow({id, aliases, needs, about}) {
  const name = [id, ...needs.map(need => need.toUpperCase())].join(' ');
  return [code(name), aliases.map(code).join(' '), about];
}
