import {readForwardUrl} from '../../../api/watch/forward-delivery.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {parseJsonValue, readPointer} from '../../../base/json-value.ts';
import {type KeyBinding, key} from '../../../state/keys/binding.ts';
import {showNotice} from '../../../state/model/notice.ts';
import {openPalette} from '../../../state/model/open-prompt.ts';
import {type AppState, viewOf} from '../../../state/model/state.ts';
import {
  afterEvents,
  andThen,
  type Effect,
  noEffects,
  type Transition,
} from '../../../state/model/transition.ts';
import type {PaletteCommand} from '../../../state/overlays/palette/palette-command.ts';
import {liveList, needsRow} from '../../../state/views/list/list-update.ts';
import {targetRows} from '../../../state/views/list/marks.ts';
import {whyNotSent} from '../../../state/write/permissions.ts';
import type {BufferedFailure} from './buffer.ts';
import {
  type ForwardJob,
  type ForwardReport,
  type ForwardState,
  forwarding,
  forwardSlot,
  forwardTask,
  hostOf,
  keyOfRecord,
  withAddress,
  withForwarded,
  withoutAnswer,
} from './forwarding.ts';
import {recordsOfRow} from './live-list.ts';
import {monitorOf} from './monitor-state.ts';

/** Return the records of the selected rows, or of the row under the cursor. */
function chosenRecords(state: AppState): readonly BufferedFailure[] {
  const {buffered} = monitorOf(state);
  const read = viewOf(state, 'text');
  if (read !== undefined) return buffered.filter(({text}) => text === read.text);
  const view = liveList(state);
  if (view === undefined) return [];
  const chosen = new Set(targetRows(view).flatMap(row => recordsOfRow(view, row, state)));
  return buffered.filter(record => chosen.has(record));
}

function countText(count: number): string {
  return count === 1 ? 'the failed delivery' : `${groupedNumber(count)} failed deliveries`;
}

/** Forward records to a URL; results arrive as task results. */
function sendTo(state: AppState, url: string, records: readonly BufferedFailure[]): Transition {
  const before = forwarding.of(state);
  const items = records.map(
    (record): ForwardJob => ({key: keyOfRecord(record), record: record.text, url}),
  );
  const isIdle = before.run.answered === before.run.all;
  const run = isIdle ? {all: 0, answered: 0, taken: 0} : before.run;
  const next = withForwarded(
    before,
    items.map(({key: name}) => [name, undefined] as const),
    {...run, all: run.all + items.length},
  );
  const isNew = before.sent.size === 0;
  const effects: Effect[] = [
    ...(isNew ? [{kind: 'task', slot: forwardSlot, run: forwardTask(applyResults)} as const] : []),
    {kind: 'tell', slot: forwardSlot, message: items},
  ];
  return {state: forwarding.with(state, next), effects};
}

/** Apply the results of sent records. */
function applyResults(state: AppState, results: ForwardReport): AppState {
  const before = forwarding.of(state);
  const run = {
    all: before.run.all,
    answered: before.run.answered + results.length,
    taken: before.run.taken + results.filter(({forwarded}) => forwarded.ok).length,
  };
  const sent = results.map(({key: name, forwarded}) => [name, forwarded] as const);
  const next = forwarding.with(state, withForwarded(before, sent, run));
  return showNotice(next, runText(run, results), run.taken < run.answered ? 'bad' : 'good');
}

function runText(
  {all, answered: done, taken}: ForwardState['run'],
  results: ForwardReport,
): string {
  const [last] = results.slice(-1);
  if (all === 1 && last !== undefined) {
    const {status, problem} = last.forwarded;
    if (status === undefined) return withoutAnswer(last.forwarded);
    return `sent again: response ${status}${problem === undefined ? '' : `. ${problem}`}`;
  }
  const refused = done - taken;
  const failed = refused === 0 ? '' : `, ${groupedNumber(refused)} rejected`;
  const of = done < all ? ` of ${groupedNumber(all)}` : '';
  return `${groupedNumber(done)}${of} sent again: ${groupedNumber(taken)} accepted${failed}`;
}

function problemOf(state: AppState, [url = '', more]: readonly string[]): string | undefined {
  if (url === '') return 'needs the address to send to, such as http://localhost:3000/hook';
  if (more !== undefined) return 'needs exactly one address';
  const read = readForwardUrl(url);
  if ('problem' in read) return `${url} ${read.problem}`;
  return whyNotSent(state);
}

function urlOf([url = '']: readonly string[]): string {
  const read = readForwardUrl(url);
  return 'url' in read ? read.url : url;
}

/**
 * `:forward URL` and `:forward-new URL|off`. They offer no choices: the palette would complete a
 * typed prefix, and nothing may be sent to a URL that was not typed.
 */
export const forwardCommands: readonly PaletteCommand[] = [
  {
    name: 'forward',
    aliases: ['send-again', 'resend', 'replay'],
    args: 'URL',
    about: 'Send the selected failed deliveries again, to an address of yours.',
    effect(state, args) {
      const count = chosenRecords(state).length;
      if (args.length === 0)
        return 'Enter fills in the last address used, or the delivery’s own address.';
      return `Posts ${countText(count)} to ${hostOf(urlOf(args))} only, without credentials.`;
    },
    problem(state, args) {
      if (chosenRecords(state).length === 0) return 'choose failed deliveries first (:wh failed)';
      return args.length === 0 ? undefined : problemOf(state, args);
    },
    run(state, args) {
      if (args.length === 0) return askForUrl(state, ownAddress(state));
      const url = urlOf(args);
      const records = chosenRecords(state);
      const step = sendTo(withAddress(state, url), url, records);
      const text = `sending ${countText(records.length)} to ${hostOf(url)}…`;
      return {...step, state: showNotice(step.state, text, 'dim')};
    },
  },
  {
    name: 'forward-new',
    aliases: ['forward-all'],
    args: 'URL|off',
    about: 'Send each new failed delivery again, to an address of yours; off stops.',
    problem: (state, args) => (args[0] === 'off' ? undefined : problemOf(state, args)),
    run(state, args) {
      const {live: _, ...rest} = forwarding.of(state);
      if (args[0] === 'off') {
        return noEffects(
          showNotice(forwarding.with(state, rest), 'automatic forwarding is off', 'good'),
        );
      }
      const url = urlOf(args);
      const next = withAddress(state, url);
      const live = forwarding.with(next, {...forwarding.of(next), live: url});
      const text = `new failed deliveries are forwarded to ${hostOf(url)}; :forward-new off stops`;
      return noEffects(showNotice(live, text, 'good'));
    },
  },
];

/** Ask for the URL, with the last one filled in. */
function askForUrl(state: AppState, otherwise = ''): Transition {
  const [url = otherwise] = forwarding.of(state).urls;
  return openPalette(`forward ${url}`)(state);
}

/** The original URL of the first selected record, if any. */
function ownAddress(state: AppState): string | undefined {
  const [first] = chosenRecords(state);
  const url = first && readPointer(parseJsonValue(first.text), '/url');
  const read = typeof url === 'string' ? readForwardUrl(url) : undefined;
  return read !== undefined && 'url' in read ? read.url : undefined;
}

/** `F` on the lists of the monitor. */
export const forwardKeys: readonly KeyBinding[] = [
  key(
    'F',
    'send the selected deliveries again, to an address of yours',
    state => askForUrl(state),
    {
      scopes: ['monitor', 'monitor row'],
      menu: 'Send again…',
      needs: state =>
        viewOf(state, 'list')?.resource.scope === 'monitor' ? needsRow(state) : undefined,
    },
  ),
];

/** Forward new failures if `:forward-new` is on. */
export const forwardNewFailures = afterEvents(['taskResult'], (before, step) => {
  const {live} = forwarding.of(step.state);
  const monitor = monitorOf(step.state);
  const was = monitorOf(before);
  const isNews = monitor.seq > was.seq && was.caughtUp && monitor.caughtUp;
  if (live === undefined || !isNews || whyNotSent(step.state)) return step;
  const records = monitor.buffered.filter(({seq}) => seq > was.seq);
  return andThen(step, state => sendTo(state, live, records));
});
