import type {Client} from '../api/client.ts';
import type {InputValues, Problem} from '../api/request-plan.ts';
import {foreignCursorReason, type PersistedCursor} from '../api/watch/cursor-text.ts';
import {CursorTracker} from '../api/watch/cursor-tracker.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import type {AuditTrail} from '../host/audit-trail.ts';
import {lockFile, readCursorFile} from '../host/cursor-file.ts';
import type {Host} from '../host/host.ts';
import {pathsOf} from '../host/paths.ts';
import type {Target} from '../host/settings.ts';
import type {CommandContext} from './context.ts';
import {checkInvocation} from './invocation.ts';
import {prepareRequest, requestJobOf} from './prepare-request.ts';
import {followFailed} from './watch-failed.ts';
import type {WatchLine} from './watch-line.ts';
import type {WatchStart} from './watch-start.ts';

/**
 * Watch a list whose entries are only ever added, without missing or repeating any. Its cursor file
 * is locked, so that a second watch does not deliver everything twice.
 *
 * @throws Failure 'validation_error' for a cursor that cannot be resumed from, 'conflict' while
 * another process has the lock, 'config_error' if it cannot be locked, and of any request
 */
export async function watchAppendOnly(
  line: WatchLine,
  start: WatchStart,
  trail: AuditTrail,
  context: CommandContext,
): Promise<void> {
  const {host} = context;
  const {resume} = start;
  const isHeld = resume !== undefined && line.invocation.globals['dry-run'] !== true;
  const letGo = isHeld ? await lockCursor(resume, host) : undefined;
  try {
    await watchFrom(line, start, trail, context);
  } finally {
    await letGo?.();
  }
}

async function lockCursor(resume: string, host: Host): Promise<() => Promise<void>> {
  try {
    return await lockFile(pathsOf(host).resolve(host.cwd, resume));
  } catch (error) {
    if (isFailure(error)) throw error;
    const message = `The watch position cannot be saved: ${toFailure(error).message}`;
    const hint = `--resume ${resume} must be a writable file.`;
    throw new Failure('config_error', message, {hint, cause: error, attempts: 0});
  }
}

async function watchFrom(
  {operation, invocation, intervalMs, maxEvents}: WatchLine,
  start: WatchStart,
  trail: AuditTrail,
  context: CommandContext,
): Promise<void> {
  const {host} = context;
  const {globals} = invocation;
  const {from, resume, overlapMs} = start;
  const {kept, problems} = await readStoredCursor(resume, host);
  const checked = {...invocation, problems: [...problems, ...invocation.problems]};
  const {given, ...more} = await checkInvocation(checked, host);
  const startMs = from?.afterMs ?? host.clock.now() - (from?.backMs ?? 0);
  const firstMs = kept ? new CursorTracker(kept.place, overlapMs).nextAfterMs(false) : startMs;
  const laterThan = (timeMs: number): InputValues => ({
    inputs: {...given.inputs, after: [String(Math.max(0, Math.floor(timeMs)))]},
  });
  let fields: string | undefined;
  const planAfter = (timeMs: number, client: Pick<Client, 'plan'>) =>
    client.plan(operation, laterThan(timeMs), fields === undefined ? {} : {fields});
  const prepared = await prepareRequest(
    {
      ...requestJobOf(operation, {given, ...more}, globals, trail),
      plan(client, options) {
        fields = options.fields;
        return planAfter(firstMs, client);
      },
    },
    context,
  );
  if (prepared === undefined) return;
  const {target, client, options} = prepared;
  if (kept !== undefined) refuseForeign(kept, target, resume ?? '');
  await followFailed(
    {
      ...start,
      target,
      options: {...options, ...(invocation.items && {items: invocation.items})},
      globals,
      intervalMs,
      client,
      plan: timeMs => planAfter(timeMs, client),
      ...(maxEvents !== undefined && {maxEvents}),
      ...(kept && {place: kept.place}),
    },
    host,
  );
}

async function readStoredCursor(
  resume: string | undefined,
  host: Host,
): Promise<{readonly kept?: PersistedCursor; readonly problems: readonly Problem[]}> {
  const kept = resume === undefined ? undefined : await readCursorFile(resume, host);
  if (kept === undefined) return {problems: []};
  if (!('problem' in kept)) return {kept, problems: []};
  const message = `${resume} ${kept.problem}; ${startWithoutCursor}`;
  return {problems: [{input: 'resume', message}]};
}

const startWithoutCursor = 'name another file, or delete this file to start now (or at --after)';

/** @throws Failure 'validation_error' if a cursor is of another site or user */
function refuseForeign({owner}: PersistedCursor, {baseUrl, user}: Target, resume: string): void {
  const problem = foreignCursorReason(owner, {baseUrl, ...(user !== undefined && {user})});
  if (problem === undefined) return;
  const message = `${resume} ${problem}`;
  throw new Failure('validation_error', message, {
    errors: {resume: message},
    hint: `Use one file for each site and user: ${startWithoutCursor}.`,
    attempts: 0,
  });
}
