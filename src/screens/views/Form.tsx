import {Box, Text} from 'ink';
import {lineWidth} from '../../base/line-span.ts';
import {safeText} from '../../base/safe-text.ts';
import {caretAfter} from '../../base/text-caret.ts';
import {cutText, widthOf} from '../../base/width.ts';
import {LinesField} from '../../components/LinesField.tsx';
import {LineText} from '../../components/LineText.tsx';
import {RowLine} from '../../components/RowLine.tsx';
import {TextField} from '../../components/TextField.tsx';
import {useTheme} from '../../components/theme-context.ts';
import type {Line} from '../../state/model/line.ts';
import {ofKind} from '../../state/model/location.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {bodyLines} from '../../state/model/viewport.ts';
import type {FieldPrompt} from '../../state/overlays/prompt/state.ts';
import {visibleFieldCount} from '../../state/views/form/form-actions.ts';
import {currentLine} from '../../state/views/form/form-fields.ts';
import {
  currentName,
  formLines,
  pickLines,
  typedValueHint,
} from '../../state/views/form/form-lines.ts';
import {requestLines} from '../../state/views/form/form-request.ts';
import type {FormView} from '../../state/views/form/state.ts';
import {markupNote} from '../../state/views/form/toggle-markup.ts';
import {whyNotOnItems} from '../../state/write/item-permissions.ts';
import {whyNotCallable} from '../../state/write/permissions.ts';
import {useAppState} from '../context.ts';
import {paneBorder, SidePane} from './SidePane.tsx';

/** A form for an operation's inputs, with suggestions for the one under the cursor. */
export function FormScreen() {
  const state = useAppState(s => s);
  const {columns} = state;
  const lines = bodyLines(state) + 1;
  const view = viewOf(state, 'form');
  if (view === undefined) return null;
  const side = sideOf(state, view);
  const width = columns - side;
  const reason =
    whyNotCallable(state, view.operation) ?? whyNotOnItems(state, view.operation, view.use);
  const {head, fields, foot} = formLines(view, width, reason, side === 0 ? width : side - 2);
  const typed = ofKind(state.prompt, 'field');
  const below = lines - head.length - 1;
  if (view.asRequest) {
    return <Parts head={head} lines={lines} rest={requestLines(view, state).slice(0, below)} />;
  }
  if (typed?.whole) {
    return (
      <Parts head={head} lines={lines} rest={problemLine(typed)}>
        <Writing prompt={typed} height={below - 2} columns={columns} />
      </Parts>
    );
  }
  const room = visibleFieldCount(state);
  const drawn = fields.slice(view.top, view.top + room);
  const left = Math.max(0, below - 1 - drawn.length);
  const facts = side === 0 ? foot.slice(0, 2) : [];
  const isWritten = typed?.hasLines;
  const problem = typed === undefined || isWritten ? [] : problemLine(typed);
  const picks = typed && !isWritten ? pickLines(view, typed, left - problem.length - 2, width) : [];
  const under = picks.length > 0 ? [...facts, ...picks] : side === 0 ? foot : [];
  const rest = [...problem, ...under].slice(0, left);
  const form = (
    <Parts
      head={head}
      lines={lines}
      rest={isWritten ? [...problemLine(typed), ...noteLines(view, typed, width)] : rest}
    >
      {drawn.map((line, i) => (
        <FieldLine
          key={i}
          line={line}
          selected={view.top + i === view.cursor}
          typed={typed}
          state={state}
          columns={width - 1}
        />
      ))}
      {isWritten ? (
        <Writing prompt={typed} height={Math.max(1, left - 2)} columns={width} />
      ) : (
        <Text> </Text>
      )}
    </Parts>
  );
  if (side === 0) return form;
  const pane = side - paneBorder;
  const here = currentLine(view);
  const about = here === undefined || here.label === '' ? 'This form' : here.label;
  const beside = [
    ruleLine(about, pane),
    ...foot,
    [],
    ruleLine('Request · nothing sent yet', pane),
    ...requestLines(view, {...state, columns: pane}, 'dim'),
  ];
  return (
    <Box>
      <Box width={width}>{form}</Box>
      <SidePane lines={beside} columns={side} height={lines} />
    </Box>
  );
}

/** From this screen width, the help of the field and the request are beside the fields. */
const besideFrom = 140;
const sideShare = 0.5;

/** A heading with a rule to the edge. */
function ruleLine(text: string, columns: number): Line {
  const title = cutText(` ${text} `, columns);
  return [
    {text: title, tone: 'title'},
    {text: '─'.repeat(columns - widthOf(title)), tone: 'dim'},
  ];
}

/** Width of the pane beside the fields; 0 without one, or for a text that uses the whole screen. */
function sideOf({columns, prompt}: AppState, {asRequest}: FormView): number {
  const isWhole = asRequest || ofKind(prompt, 'field')?.whole === true;
  return columns < besideFrom || isWhole ? 0 : Math.floor(columns * sideShare);
}

interface PartsProps {
  readonly head: readonly Line[];
  readonly lines: number;
  readonly rest: readonly Line[];
  readonly children?: React.ReactNode;
}

function Parts({head, lines, rest, children}: PartsProps) {
  return (
    <Box flexDirection="column" height={lines}>
      {head.map((line, i) => (
        <LineText key={`head${i}`} spans={line} />
      ))}
      <Text> </Text>
      {children}
      {rest.map((line, i) => (
        <LineText key={`rest${i}`} spans={line.length === 0 ? [{text: ' '}] : line} />
      ))}
    </Box>
  );
}

interface FieldProps {
  readonly line: Line;
  readonly selected: boolean;
  readonly typed: FieldPrompt | undefined;
  readonly state: AppState;
  readonly columns: number;
}

const leastField = 20;

/** A line of the form, or the editor of the field under the cursor. */
export function FieldLine({line, selected, typed, state, columns}: FieldProps) {
  const theme = useTheme();
  const view = viewOf(state, 'form');
  if (!selected || typed === undefined || typed.hasLines || !view) {
    return (
      <Box height={1}>
        <RowLine spans={line} selected={selected} columns={columns} />
      </Box>
    );
  }
  const {text, caret, fresh} = typed;
  // The name stands in the field, and its id in grey beside it.
  const name = currentName(view, typed);
  const shown = name === '' ? {text, caret} : caretAfter(name);
  const meaning = safeText(name === '' ? typedValueHint(view, typed, state.nowMs) : text);
  const label: Line = [{text: theme.pointer, tone: 'accent'}, ...line.slice(0, 3)];
  const used = lineWidth(label);
  return (
    <Box height={1}>
      <LineText spans={label} />
      <TextField
        {...{...shown, fresh}}
        sign=""
        placeholder=""
        problem={undefined}
        columns={Math.max(leastField, columns - used - widthOf(meaning) - 3)}
      />
      <LineText spans={[{text: `   ${meaning}`, tone: 'dim'}]} />
    </Box>
  );
}

interface WritingProps {
  readonly prompt: FieldPrompt;
  readonly height: number;
  readonly columns: number;
}

/** The editor for a text of several lines, below its field or in place of all fields. */
function Writing({prompt, height, columns}: WritingProps) {
  const {text, caret, fresh} = prompt;
  return <LinesField {...{text, caret, fresh, height, columns}} />;
}

/** How a text of several lines is interpreted: as Markdown, or unchanged. */
function noteLines(view: FormView, {text}: FieldPrompt, columns: number): readonly Line[] {
  const note = markupNote(view, text);
  return note === undefined
    ? []
    : [[{text: ` ${cutText(safeText(note), columns - 2)}`, tone: 'dim'}]];
}

function problemLine({problem}: FieldPrompt): readonly Line[] {
  return problem === undefined ? [] : [[{text: ` ${safeText(problem)}`, tone: 'bad'}]];
}
