import {readPointer} from '../../../base/json-value.ts';
import {rowAtCursor} from './list-update.ts';
import type {ListView} from './state.ts';

/** The command that gives a list; of one whose rows are the app's own, that of the row under the cursor. */
export function listCommand(view: ListView): string | undefined {
  const {resource, live, sent} = view;
  const isOwn = resource.local !== undefined && live === undefined;
  if (!isOwn) return sent.at(-1)?.command;
  const command = readPointer(rowAtCursor(view)?.value, '/command');
  return typeof command === 'string' ? command : undefined;
}
