import {Text} from 'ink';
import {safeText} from '../base/safe-text.ts';
import {type CaretText, caretSpans} from '../base/text-caret.ts';
import {cutText, widthOf} from '../base/width.ts';
import {LineText} from './LineText.tsx';
import {useTheme} from './theme-context.ts';

interface Props extends CaretText {
  /** Shown before the text, such as `/` or `:`. */
  readonly sign: string;
  /** Typing replaces the text. @default false */
  readonly fresh?: boolean | undefined;
  /** Shown while the text is empty. */
  readonly placeholder: string;
  /** Show each character as a dot. @default false */
  readonly isSecret?: boolean | undefined;
  /** The problem of the text, shown after it. */
  readonly problem: string | undefined;
  /** Total width. */
  readonly columns: number;
}

/** A one-line text field. It only renders: the key router edits the text. */
export function TextField(props: Props) {
  const {sign, text, caret, fresh, placeholder, isSecret, problem, columns} = props;
  const theme = useTheme();
  const room = columns - widthOf(sign) - 1;
  const said = problem === undefined ? '' : cutText(`   ${safeText(problem)}`, room - leastText);
  const left = Math.max(leastText, room - widthOf(said));
  const first = {text: fresh ? text : placeholder, caret: 0};
  const line = isSecret
    ? {text: dots(text), caret: dots(text.slice(0, caret)).length}
    : {text, caret};
  const spans = fresh || text === '' ? caretSpans(first, left, 'dim') : caretSpans(line, left);
  return (
    <Text wrap="truncate">
      <Text {...theme.keyName}> {sign}</Text>
      <LineText spans={[...spans, {text: said, tone: 'bad'}]} />
    </Text>
  );
}

/** Minimum width of the text beside a long problem. */
const leastText = 10;

function dots(text: string): string {
  return '•'.repeat([...text].length);
}
