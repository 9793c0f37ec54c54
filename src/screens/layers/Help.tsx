import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {cutText, padText, wrapText} from '../../base/width.ts';
import {type LineSpan, LineText} from '../../components/LineText.tsx';
import {RowLine} from '../../components/RowLine.tsx';
import {type HelpEntry, helpEntries} from '../../state/layers/help/help.ts';
import {roomLines} from '../../state/model/room.ts';
import {type AppState, currentView} from '../../state/model/state.ts';
import {kindOf} from '../../state/model/step.ts';
import {useAppState, useScreenContext} from '../context.ts';

const keysWidth = 18;
const aboutLines = 3;

/** Every key that works on the screen, from the key table, narrowed by what is typed; enter runs one. */
export function HelpScreen() {
  const {app, theme} = useScreenContext();
  const state = useAppState(s => s);
  const {columns, help} = state;
  const view = currentView(state);
  const text = kindOf(view, app.parts).about(view);
  const about = wrapText(text, Math.max(20, columns - 4)).slice(0, aboutLines);
  const entries = helpEntries(state, app.parts.keys);
  const cursor = help?.cursor ?? 0;
  const lines = roomLines(state) - about.length - 2;
  const after = help?.text ? [] : afterKeys(state);
  const all = entries.length + after.length;
  // At the last key the rest below it is shown too.
  const last = cursor >= entries.length - 1 ? all - 1 : cursor;
  const top = Math.max(0, Math.min(last - lines + 1, cursor));
  return (
    <Box flexDirection="column" height={roomLines(state)}>
      {about.map((text, i) => (
        <LineText key={i} spans={[{text: `  ${text}`}]} theme={theme} />
      ))}
      <LineText spans={[{text: ' '}]} theme={theme} />
      <LineText spans={heading(help?.text ?? '', entries.length)} theme={theme} />
      {entries.slice(top, top + lines).map((entry, i) => (
        <RowLine
          key={entry.keys + entry.binding.label}
          spans={entrySpans(entry)}
          selected={top + i === cursor}
          columns={columns}
          theme={theme}
        />
      ))}
      {after
        .slice(Math.max(0, top - entries.length), Math.max(0, top + lines - entries.length))
        .map((spans, i) => (
          <LineText key={`after ${i}`} spans={spans} theme={theme} />
        ))}
    </Box>
  );
}

function heading(text: string, count: number): LineSpan[] {
  if (text === '') {
    return [
      {text: '  Keys here', tone: 'accent'},
      {text: '   type to filter, enter runs one', tone: 'dim'},
    ];
  }
  return [
    {text: '  Keys here with ', tone: 'accent'},
    {text: safeText(text), tone: 'title'},
    {text: `   ${count === 0 ? 'none' : count}`, tone: 'dim'},
  ];
}

function entrySpans({keys, label, reason}: HelpEntry): LineSpan[] {
  const works = reason === undefined;
  const spans: LineSpan[] = [
    {text: ` ${padText(cutText(keys, keysWidth - 1), keysWidth)}`, tone: works ? 'title' : 'dim'},
    {text: label, tone: works ? 'plain' : 'dim'},
  ];
  return works ? spans : [...spans, {text: `  (${reason})`, tone: 'warn'}];
}

function afterKeys(state: AppState): LineSpan[][] {
  const lines: LineSpan[][] = [];
  const {sent} = currentView(state);
  if (sent.length > 0) {
    lines.push([{text: ' '}], [{text: '  The same from a shell', tone: 'accent'}]);
    for (const {command} of sent) lines.push([{text: `  ${safeText(command)}`, tone: 'good'}]);
  }
  if (state.session.shell.length > 0) {
    lines.push(
      [{text: ' '}],
      [{text: '  Paste this first to reach this sandbox from a shell', tone: 'accent'}],
    );
    for (const line of state.session.shell) lines.push([{text: `  ${line}`}]);
  }
  return lines;
}
