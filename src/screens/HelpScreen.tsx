import {Box} from 'ink';
import {padText, wrapText} from '../base/width.ts';
import {type LineSpan, LineText} from '../components/LineText.tsx';
import {bindingsHere, keyName} from '../state/keys.ts';
import {type AppState, currentView, roomLines, type View} from '../state/model.ts';
import {useAppState, useScreenContext} from './context.ts';

const keysWidth = 18;

/** Every key that works on the screen, from the key table, with why some do nothing now. */
export function HelpScreen() {
  const {theme} = useScreenContext();
  const state = useAppState(s => s);
  const lines = roomLines(state);
  const all = helpLines(state);
  const top = Math.min(state.help?.top ?? 0, Math.max(0, all.length - lines));
  return (
    <Box flexDirection="column" height={lines}>
      {all.slice(top, top + lines).map((spans, i) => (
        <LineText key={i} spans={spans} theme={theme} />
      ))}
    </Box>
  );
}

function aboutOf(view: View): string {
  if (view.kind === 'list') return view.resource.about;
  return view.kind === 'matrix'
    ? 'A dot where a row and a column meet: h j k l move, enter explains the cell.'
    : 'Move to a line and press enter to open it.';
}

function helpLines(state: AppState): LineSpan[][] {
  const view = currentView(state);
  const about = aboutOf(view);
  const lines: LineSpan[][] = [
    ...wrapText(about, Math.max(20, state.columns - 4)).map(text => [{text: `  ${text}`}]),
    [{text: ' '}],
    [{text: '  Keys here', tone: 'accent'}],
    ...bindingsHere(state).flatMap((binding): LineSpan[][] => {
      const reason = binding.disabled?.(state);
      if (reason !== undefined && binding.command.kind === 'tab') return [];
      const keys = binding.keys.map(keyName).join(' ');
      const spans: LineSpan[] = [
        {text: `  ${padText(keys, keysWidth)}`, tone: reason === undefined ? 'title' : 'dim'},
        {text: binding.label, tone: reason === undefined ? 'plain' : 'dim'},
      ];
      if (reason !== undefined) spans.push({text: `  (${reason})`, tone: 'warn'});
      return [spans];
    }),
  ];
  if (view.sent.length > 0) {
    lines.push([{text: ' '}], [{text: '  The same from a shell', tone: 'accent'}]);
    for (const sent of view.sent) lines.push([{text: `  ${sent.command}`, tone: 'good'}]);
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
