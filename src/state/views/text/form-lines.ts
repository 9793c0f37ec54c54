import {safeText} from '../../../base/safe-text.ts';
import type {Line} from '../../model/line.ts';
import {rawLines, valueTone} from '../../show/raw-lines.ts';
import {fieldsOf} from './raw-forms.ts';
import type {TextView} from './state.ts';
import {yamlLines} from './yaml.ts';

const member = /^((?: {2}|- )*)((?:"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_-]*):)( ?)(.*)$/s;
const item = /^((?: {2}|- )*- )(.*)$/s;

/** JSON texts as the lines of a raw form; several of them one after the other. */
export function formLines(texts: readonly string[], form: TextView['form']): Line[] {
  if (form === 'yaml') {
    return texts.flatMap((text, i): Line[] => {
      const lines = yamlLines(text).map(yamlLine);
      return i === 0 ? lines : [[{text: '---', tone: 'dim'}], ...lines];
    });
  }
  if (form === 'fields') return texts.flatMap(text => fieldsOf(text).map(fieldLine));
  return texts.flatMap(rawLines);
}

function yamlLine(line: string): Line {
  const found = member.exec(line);
  if (found !== null) {
    const [, indent = '', key = '', space = '', value = ''] = found;
    return [
      {text: indent, tone: 'dim'},
      {text: safeText(key), tone: 'accent'},
      {text: space + safeText(value), tone: toneOf(value)},
    ];
  }
  const [, dash = '', value = line] = item.exec(line) ?? [];
  return [
    {text: dash, tone: 'dim'},
    {text: safeText(value), tone: toneOf(value)},
  ];
}

function toneOf(value: string) {
  return /^[-\d"tfn[{]/.test(value) && valueTone(value) !== 'dim' ? valueTone(value) : 'plain';
}

function fieldLine({path, value}: {readonly path: string; readonly value: string}): Line {
  return [
    {text: safeText(path), tone: 'accent'},
    {text: ' = ', tone: 'dim'},
    {text: safeText(value), tone: valueTone(value)},
  ];
}
