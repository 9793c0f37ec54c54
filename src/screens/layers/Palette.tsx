import {Box, Text} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {cutText, padText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {suggestions} from '../../state/layers/palette/suggest.ts';
import {roomLines} from '../../state/model/room.ts';
import {useAppState, useScreenContext} from '../context.ts';

const labelWidth = 30;

/** What the palette offers for what is typed so far. */
export function PaletteScreen() {
  const {app, theme} = useScreenContext();
  const state = useAppState(s => s);
  const {prompt} = state;
  const columns = useAppState(s => s.columns);
  const lines = useAppState(roomLines);
  const found = suggestions(prompt?.text ?? '', state, app.parts.commands);
  const cursor = prompt?.cursor ?? 0;
  const top = Math.max(0, cursor - lines + 3);
  const selected = found[cursor];
  const effect = safeText(selected?.effect ?? '');
  return (
    <Box flexDirection="column" height={lines}>
      <LineText
        spans={[
          {text: selected?.run === undefined ? '  ' : '  enter ', tone: 'accent'},
          {text: cutText(effect, columns - 10), tone: 'dim'},
        ]}
        theme={theme}
      />
      {found.length === 0 ? (
        <LineText spans={[{text: '  nothing is called that', tone: 'dim'}]} theme={theme} />
      ) : null}
      {found.slice(top, top + lines - 1).map((suggestion, i) => {
        const label = padText(` ${suggestion.label}`, labelWidth);
        if (top + i === cursor) {
          return (
            <Text key={suggestion.label} wrap="truncate">
              <Text {...theme.keyName}>{theme.pointer}</Text>
              <Text {...theme.selected}>
                {padText(`${label}  ${suggestion.about}`, columns - 1)}
              </Text>
            </Text>
          );
        }
        return (
          <LineText
            key={suggestion.label}
            spans={[{text: ` ${label}  `}, {text: suggestion.about, tone: 'dim'}]}
            theme={theme}
          />
        );
      })}
    </Box>
  );
}
