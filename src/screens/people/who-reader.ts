import {listAt, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import type {Tone} from '../../base/tone.ts';
import type {Line, Reader} from '../../state/model/line.ts';
import {wrappedText} from '../../state/show/line-shape.ts';

const tones: Readonly<Record<string, Tone>> = {yes: 'good', no: 'dim', unknown: 'warn'};

/** One permission: who has it, each with every grant that gives it, and what is not explained. */
export const whoReader: Reader = {
  lines(text, {columns}) {
    const row = parseJsonValue(text);
    const said = (pointer: string, of = row): string =>
      safeText(String(readPointer(of, pointer) ?? ''));
    const told = (words: string, tone: Tone): Line[] =>
      wrappedText(words, Math.max(20, columns - 4), tone, '    ');
    return [
      [
        {text: said('/name'), tone: 'title'},
        {text: `  ${said('/key')}`, tone: 'dim'},
      ],
      [{text: `by ${said('/scheme')}`, tone: 'dim'}],
      ...listAt(row, '/users').flatMap((user): Line[] => {
        const may = said('/may', user);
        return [
          [],
          [
            {text: `  ${said('/user', user)}  `, tone: 'title'},
            {text: may, tone: tones[may] ?? 'accent'},
          ],
          ...listAt(user, '/because').flatMap(one => {
            const grant = said('/grant', one);
            return told(`${said('/why', one)}${grant === '' ? '' : ` (grant ${grant})`}`, 'plain');
          }),
          ...(said('/note', user) === '' ? [] : told(said('/note', user), 'warn')),
        ];
      }),
    ];
  },
};
