import {Box, Text} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {LineText} from '../../components/LineText.tsx';
import {TextField} from '../../components/TextField.tsx';
import type {Line} from '../../state/model/line.ts';
import {bodyLines} from '../../state/model/room.ts';
import {currentView} from '../../state/model/state.ts';
import {formRoom} from '../../state/views/form/form-actions.ts';
import {formLines, pickLines} from '../../state/views/form/form-lines.ts';
import {requestLines} from '../../state/views/form/form-request.ts';
import {useAppState, useDispatch, useDrawnField, useScreenContext} from '../context.ts';

/** A form made from an operation's record: its inputs, and what the one under the cursor takes. */
export function FormScreen() {
  const {theme, gate} = useScreenContext();
  const onDrawn = useDrawnField();
  const dispatch = useDispatch();
  const state = useAppState(s => s);
  const {columns, prompt} = state;
  const lines = bodyLines(state) + 1;
  const view = currentView(state);
  if (view.kind !== 'form') return null;
  const {head, fields, foot} = formLines(view, columns);
  const above = head.map((line, i) => <LineText key={`head${i}`} spans={line} theme={theme} />);
  if (view.asRequest) {
    const shown = requestLines(view, state).slice(0, lines - head.length - 1);
    return (
      <Box flexDirection="column" height={lines}>
        {above}
        <Text> </Text>
        {shown.map((line, i) => (
          <LineText key={i} spans={line} theme={theme} />
        ))}
      </Box>
    );
  }
  const room = formRoom(state);
  const isTyped = prompt?.kind === 'field';
  const drawn = fields.slice(view.top, view.top + room).map((line, i) => {
    const selected = view.top + i === view.cursor;
    if (selected && isTyped) {
      return (
        <Box key={i} height={1}>
          <LineText
            spans={[{text: theme.pointer, tone: 'accent'}, ...line.slice(0, 3)]}
            theme={theme}
          />
          <TextField
            sign=""
            text={prompt.text}
            revision={prompt.revision}
            placeholder=""
            problem={undefined}
            onDrawn={onDrawn}
            onChange={text => {
              if (gate.open) dispatch({kind: 'promptText', text, fromField: true});
            }}
            theme={theme}
          />
        </Box>
      );
    }
    const mark = selected ? theme.pointer : ' ';
    const [sign, ...rest] = line;
    return (
      <Box key={i} height={1}>
        <LineText
          spans={[{text: mark, tone: 'accent'}, ...(sign ? [sign] : []), ...rest]}
          theme={theme}
        />
      </Box>
    );
  });
  const problem: Line[] =
    isTyped && prompt.problem !== undefined
      ? [[{text: ` ${safeText(prompt.problem)}`, tone: 'bad'}]]
      : [];
  const left = Math.max(0, lines - head.length - 2 - drawn.length);
  const about = foot.slice(0, 2);
  const picks = isTyped
    ? pickLines(view, prompt, left - problem.length - about.length, columns)
    : [];
  const below = [...problem, ...(picks.length > 0 ? [...about, ...picks] : foot)].slice(0, left);
  return (
    <Box flexDirection="column" height={lines}>
      {above}
      <Text> </Text>
      {drawn}
      <Text> </Text>
      {below.map((line, i) => (
        <LineText key={`foot${i}`} spans={line.length === 0 ? [{text: ' '}] : line} theme={theme} />
      ))}
    </Box>
  );
}
