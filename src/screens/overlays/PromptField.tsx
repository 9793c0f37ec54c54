import {TextField} from '../../components/TextField.tsx';
import {useAppState} from '../context.ts';

interface Props {
  /** Shown before the text. */
  readonly sign: string;
  /** Placeholder for an empty text. @default nothing */
  readonly placeholder?: string | undefined;
  /** The problem is shown elsewhere. @default false */
  readonly isProblemBelow?: boolean;
}

/** The prompt; nothing if none is open. */
export function PromptField({sign, placeholder = '', isProblemBelow}: Props) {
  const prompt = useAppState(s => s.prompt);
  const columns = useAppState(s => s.columns);
  if (prompt === undefined) return null;
  const {text, caret, isSecret} = prompt;
  const problem = isProblemBelow ? undefined : prompt.problem;
  const shown = {sign, placeholder, text, caret, problem, isSecret, columns};
  return <TextField {...shown} />;
}
