import {askText} from '../../ask/ask.ts';
import {troubleOf} from '../../ask/trouble.ts';
import type {Effect, Ports} from '../../model/step.ts';

/** Read the object of the row under the cursor; a failure is shown in the preview, nowhere else. */
export async function readPreview(
  {about, call, params}: Extract<Effect, {kind: 'preview'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  try {
    const text = await askText(call, params, ports, signal);
    if (!signal.aborted) ports.dispatch({kind: 'previewed', about, text});
  } catch (thrown) {
    if (signal.aborted) return;
    ports.dispatch({kind: 'previewed', about, trouble: troubleOf(thrown)});
  }
}
