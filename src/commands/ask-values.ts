import type {CommandHost} from './context.ts';

interface Question {
  readonly label: string;
  /** An empty answer keeps the stored value. @default false */
  readonly mayKeep?: boolean;
  /** The answer is not shown. @default false */
  readonly hidden?: boolean;
  /** Return the problem of an answer, as a sentence. */
  readonly problemOf?: (answer: string) => string | undefined;
}

/** Make a question that offers the stored value. */
export function questionWithDefault(label: string, stored: string | undefined): Question {
  return stored === undefined ? {label} : {label: `${label} [${stored}]`, mayKeep: true};
}

/** Ask until the answer is acceptable; undefined keeps the stored value. */
export async function askUntil(
  {label, mayKeep, hidden = false, problemOf}: Question,
  host: CommandHost,
): Promise<string | undefined> {
  for (;;) {
    const answer = (await host.ask(`${label}: `, {hidden})).trim();
    if (answer === '' && mayKeep) return undefined;
    const problem = answer === '' ? 'A value is required.' : problemOf?.(answer);
    if (problem === undefined) return answer;
    host.reporter.note(problem);
  }
}
