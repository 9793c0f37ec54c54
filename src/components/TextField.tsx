import {Text} from 'ink';
import TextInput from 'ink-text-input';
import {useEffect} from 'react';
import {dottedText, safeText} from '../base/safe-text.ts';
import type {Theme} from './theme.ts';

/** A text on the screen; its revision tells it from one set from outside since. */
export interface DrawnText {
  readonly text: string;
  readonly revision: number;
}

interface Props {
  /** Shown before the text, such as `/` or `:`. */
  readonly sign: string;
  readonly text: string;
  /** What is typed takes the place of the text, which is shown as one that gives way. @default false */
  readonly fresh?: boolean;
  /** Changes when the text was set from outside, so that the cursor goes to its end. */
  readonly revision: number;
  readonly placeholder: string;
  /** Show each character as a dot. @default false */
  readonly isSecret?: boolean | undefined;
  /** What is wrong with the text; shown behind it. */
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
  /** Called with what is on the screen and takes keys; with nothing when it no longer is. */
  readonly onDrawn: (drawn: DrawnText | undefined) => void;
  readonly theme: Theme;
}

/** One line of text being typed. Only printable keys reach it; the key router has the others. */
export function TextField({
  sign,
  text,
  fresh = false,
  revision,
  placeholder,
  isSecret = false,
  problem,
  onChange,
  onDrawn,
  theme,
}: Props) {
  useEffect(() => {
    onDrawn({text, revision});
    return () => onDrawn(undefined);
  }, [text, revision, onDrawn]);
  const shown = dottedText(text);
  return (
    <Text wrap="truncate">
      <Text {...theme.keyName}> {sign}</Text>
      <TextInput
        key={revision}
        value={fresh ? '' : shown}
        placeholder={fresh ? safeText(text) : placeholder}
        {...(isSecret && {mask: '•'})}
        onChange={next => onChange(fresh ? next : editedAs(text, shown, next.replace(halves, '')))}
      />
      {problem === undefined ? null : <Text {...theme.tones.bad}>{`   ${safeText(problem)}`}</Text>}
    </Text>
  );
}

/** What is left of a character of two units when TextInput takes one of them away. */
const halves = /\p{Cs}/gu;

/** A text with the change that was made to what is shown of it, which is as long as it is. */
function editedAs(text: string, shown: string, next: string): string {
  if (shown === text) return next;
  const most = Math.min(shown.length, next.length);
  let begin = 0;
  while (begin < most && shown[begin] === next[begin]) begin += 1;
  let end = 0;
  while (end < most - begin && shown.at(-1 - end) === next.at(-1 - end)) end += 1;
  return (
    text.slice(0, begin) + next.slice(begin, next.length - end) + text.slice(text.length - end)
  );
}
