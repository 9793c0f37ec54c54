import {prettyParts} from '../../base/json-pretty.ts';
import {longestShown, safeText} from '../../base/safe-text.ts';
import type {Tone} from '../../base/tone.ts';
import type {Line, Span} from '../model/line.ts';
import {takeLines} from './line-shape.ts';

const member = /^(\s*)("(?:[^"\\]|\\.)*")(: )(.*)$/s;

/**
 * Format JSON text as indented lines, coloured by kind of value; values are unchanged byte for
 * byte, but only the start of a very long one is shown.
 */
export function rawLines(json: string): Line[] {
  return takeLines(coloredLines(json));
}

function* coloredLines(json: string): Generator<Line, void> {
  let last = '';
  for (const part of prettyParts([json])) {
    const lines = (last + part).split('\n');
    last = lines.pop() ?? '';
    for (const line of lines) yield rawLine(line);
  }
  yield rawLine(last);
}

function rawLine(line: string): Line {
  const found = member.exec(line.slice(0, longestShown + 1));
  if (found === null) return [valueSpan(line)];
  const [, space = '', name = '', colon = '', value = ''] = found;
  return [
    {text: space},
    {text: safeText(name), tone: 'accent'},
    {text: colon, tone: 'dim'},
    valueSpan(value),
  ];
}

function valueSpan(text: string): Span {
  return {text: safeText(text), tone: valueTone(text.trimStart())};
}

/** The tone of a JSON value by its kind. */
export function valueTone(text: string): Tone {
  if (text.startsWith('"')) return 'good';
  if (/^[-\d]/.test(text)) return 'warn';
  if (/^(?:true|false|null)/.test(text)) return 'title';
  return 'dim';
}
