import {TextField} from '../../components/TextField.tsx';
import {useAppState, useScreenContext, useTyping} from '../context.ts';

interface Props {
  /** Shown before the text. */
  readonly sign: string;
  /** What can be typed, while nothing is. @default nothing */
  readonly placeholder?: string | undefined;
}

/** The line being typed; nothing while there is none. */
export function PromptField({sign, placeholder = ''}: Props) {
  const {theme} = useScreenContext();
  const typing = useTyping();
  const prompt = useAppState(s => s.prompt);
  if (prompt === undefined) return null;
  const {text, revision, problem, isSecret} = prompt;
  const shown = {sign, placeholder, text, revision, problem, isSecret, theme};
  return <TextField {...shown} {...typing} />;
}
