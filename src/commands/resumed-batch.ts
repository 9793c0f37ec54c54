import {jsonObject} from '../base/json-pretty.ts';
import type {JournalRun} from '../host/journaled-request.ts';
import {openProgress, rowKeys} from '../host/row-progress.ts';
import type {BatchEntry, BatchResult, ParsedEntry} from './batch-input.ts';
import type {CommandContext} from './context.ts';
import {type KnownWrite, progressOf, settleWrite} from './resume.ts';
import type {Scanned} from './scan.ts';

/** The commands of a batch of which an earlier run sent some. */
export interface ResumedBatch {
  /** With a result in place of each command that is not sent again. */
  readonly items: readonly BatchEntry[];
  /** Number of commands that were done before. */
  readonly doneBefore: number;
  /** Record the output of a command; on disk when it resolves. */
  readonly ended: (result: BatchResult, index: number) => Promise<void>;
}

/**
 * Continue a batch: writes that are done are not sent again, nor those with an unknown outcome
 * unless a read shows that they had no effect. Reads are sent again.
 *
 * @param run the run of the journal
 * @throws the system's error if the file cannot be read
 */
export async function resumeBatch(
  file: string,
  items: readonly ParsedEntry[],
  {scanned, run}: {readonly scanned: Scanned; readonly run: JournalRun},
  context: CommandContext,
): Promise<ResumedBatch> {
  const progress = await openProgress(file, context.host);
  const before = {scanned, progress, reads: new Map<string, Promise<string>>()};
  const keys = rowKeys(items.map(contentOf));
  const written = new Set<number>();
  const resumed: BatchEntry[] = [];
  let doneBefore = 0;
  for (const [i, item] of items.entries()) {
    const key = keys[i] ?? '';
    const result = await resultBefore(item, key, before, context);
    if (result?.exitCode === 0) doneBefore += 1;
    if (result !== undefined) resumed.push({result, of: item});
    else if ('words' in item || 'refs' in item) {
      const operation = 'words' in item ? item.operation : undefined;
      const onEntry: NonNullable<CommandContext['journal']>['onEntry'] = entry => {
        written.add(i);
        return progress.add(progressOf(key, operation, entry));
      };
      resumed.push({...item, journal: {run, onEntry}});
    } else resumed.push(item);
  }
  return {
    items: resumed,
    doneBefore,
    async ended({exitCode, data}, index) {
      if (exitCode !== 0 || !written.has(index)) return;
      await progress.add({row: keys[index] ?? '', result: 'done', data});
    },
  };
}

async function resultBefore(
  item: ParsedEntry,
  key: string,
  {scanned, progress, reads}: Pick<KnownWrite, 'scanned' | 'progress' | 'reads'>,
  context: CommandContext,
): Promise<BatchResult | undefined> {
  const known = progress.known.get(key);
  if (known === undefined || context.signal?.aborted) return undefined;
  const operation = 'words' in item ? item.operation : undefined;
  const call = 'words' in item && operation ? {item, operation} : undefined;
  const settled = await settleWrite({known, call, scanned, progress, reads}, context);
  if (settled === undefined) return undefined;
  const {exitCode, id, error} = settled;
  if (error !== undefined) return {exitCode, error};
  return {exitCode, data: known.data ?? jsonObject({id: id && JSON.stringify(id)})};
}

/** The content that identifies a command. */
function contentOf(item: ParsedEntry): string {
  if ('words' in item) return JSON.stringify([item.words, item.flags]);
  return 'refs' in item ? item.text : '';
}
