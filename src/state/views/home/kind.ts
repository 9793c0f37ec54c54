import {openFiltered} from '../../locations/go-to.ts';
import type {Count} from '../../model/count.ts';
import {changeView, loadSlot} from '../../model/locations.ts';
import {tabsOf} from '../../model/screens.ts';
import {type Kinds, stay} from '../../model/step.ts';
import {attentionLines, type HomeLine, homeLines, homeTarget} from './home-lines.ts';

/** The start screen. */
export const homeKind: Kinds['home'] = {
  make: (key, _, {screens}) => ({
    kind: 'home',
    key,
    load: {status: 'loading', shown: false},
    sent: [],
    entries: screens.home,
    // On the first family, as hands know it.
    cursor: attentionLines(screens.home).length,
    counts: {},
  }),
  load: ({key, entries}) => [{kind: 'count', slot: loadSlot(key), view: key, entries}],
  // What is counted asks more than the entries say.
  reads: () => 'anything',
  stopped(view, {nowMs}) {
    const known = (id: string) => view.counts[id] ?? ({status: 'failed', text: 'stopped'} as const);
    const counts = Object.fromEntries(view.entries.map(({id}) => [id, known(id)]));
    return {...view, counts, load: {status: 'ready', atMs: nowMs}};
  },
  command({entries, cursor, sent}) {
    const entry = homeLines(entries)[cursor]?.entry;
    if (entry === undefined) return undefined;
    const start = `${entry.call.service === 'tracker' ? 'jr' : 'cf'} ${entry.call.operation}`;
    return sent.find(({command}) => command.startsWith(start))?.command;
  },
  about: () => 'Move to a line and press enter to open it.',
  spoken(view) {
    const line = homeLines(view.entries)[view.cursor];
    return line === undefined ? [] : [spokenLine(line, view.counts[line.entry.id])];
  },
  scroll(state, view, to) {
    const last = homeLines(view.entries).length - 1;
    const cursor = Math.max(0, Math.min(last, to(view.cursor)));
    return stay(changeView(state, view.key, () => ({...view, cursor})));
  },
  open(state, view) {
    const target = homeTarget(view);
    if (target === undefined) return stay(state);
    const {screen, params, filter} = target;
    return openFiltered(state, tabsOf(state.screens, screen, params), filter);
  },
};

function spokenLine(line: HomeLine, count: Count | undefined): string {
  const {title} = line.entry;
  if (count === undefined || count.status === 'loading') return `${title}: counting`;
  if (line.kind === 'attention' && count.status === 'ready')
    return count.attention?.text ?? line.calm;
  const note = count.status === 'ready' && count.note !== undefined ? `, ${count.note}` : '';
  return `${title}: ${count.text}${note}`;
}
