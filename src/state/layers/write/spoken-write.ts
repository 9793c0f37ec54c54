import type {Line} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import {commandsOfWrite, writeNote} from '../../write/plan-commands.ts';
import {askLines, confirmLines} from './dialog-lines.ts';
import {menuLines} from './menu-lines.ts';
import {previewLines, runLines} from './write-lines.ts';

/** What a screen reader is to say about a write: what it would do, what it asks, what became of it. */
export function spokenWrite(state: AppState): readonly string[] {
  const {write, columns} = state;
  switch (write?.stage) {
    case undefined:
      return [];
    case 'menu': {
      const {title, lines, selected} = menuLines(write, state);
      const line = lines[selected ?? 0];
      return [
        title,
        `${write.cursor + 1} of ${write.entries.length}: ${texts(line ? [line] : []).join(' ')}`,
      ];
    }
    case 'ask':
      return [write.menu.title, ...texts(askLines(write, columns).lines)];
    case 'preview': {
      const {head, body} = previewLines(write, state);
      const trouble = write.trouble === undefined ? [] : texts(body);
      return [...texts(head), ...trouble, writeNote(state), ...commandsOfWrite(state).slice(0, 1)];
    }
    case 'confirm': {
      const {title, lines} = confirmLines(write, state);
      const focus = `the focus is on ${write.focus === 'cancel' ? 'Cancel' : 'Send'}`;
      return [title, ...texts(lines), ...(write.preview.plan.risk === 3 ? [] : [focus])];
    }
    case 'running':
    case 'report': {
      const {head, body} = runLines(write, state);
      return [...texts(head), ...texts(body.slice(write.top, write.top + 1))];
    }
  }
}

/** Lines as a voice can say them: none empty. */
function texts(lines: readonly Line[]): string[] {
  return lines
    .map(line =>
      line
        .map(span => span.text)
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(text => /[^\s\u2500]/.test(text));
}
