import {capitalize} from '../../base/capital.ts';
import {groupBy} from '../../base/group-by.ts';
import {isArray, type JsonObject, type JsonValue} from '../../base/json-value.ts';
import {quoteWord} from '../../base/shell-words.ts';
import type {SiteChange, SiteDifference} from '../../site/diff.ts';
import {valueText} from '../../site/value-text.ts';
import type {AppState} from '../../state/model/state.ts';
import {treeNode} from '../../state/show/tree-node.ts';
import {choiceOf, diffCommand, type Part, partsOf, type SiteComparison} from './compared.ts';

const signs = {create: '+', update: '~', order: '~', remove: '−'} as const;

/** A part with its index among all parts. */
type PlacedPart = Part & {readonly at: number};

/** The differences as rows of a tree: kind, object, changed member. */
export function differenceRows(
  compared: SiteComparison,
  {session}: Pick<AppState, 'session'>,
): readonly string[] {
  const {from} = compared;
  const flags = session.flags.tracker.map(word => ` ${quoteWord(word)}`).join('');
  const all = partsOf(compared).map((part, at) => ({...part, at}));
  const byKind = groupBy(all, ({difference}) => difference.kind);
  const nodes = [...byKind].flatMap(([kind, parts]): readonly JsonObject[] => {
    const command = `${diffCommand(from)} --only ${kind}${flags}`;
    const objects = [...groupBy(parts, ({difference}) => difference)];
    const below = objects.flatMap(([difference, own]) => objectNodes(difference, own, compared));
    const title = `${capitalize(kind.replaceAll('-', ' '))} (${objects.length})`;
    const head = {id: kind, title, name: title, ...coverOf(parts, compared)};
    return [treeNode(head, 0, below.length), ...below].map(node => ({...node, command}));
  });
  return nodes.map(node => JSON.stringify(node));
}

function objectNodes(
  {action, kind, project, name, changes, changedIn}: SiteDifference,
  parts: readonly PlacedPart[],
  compared: SiteComparison,
): readonly JsonObject[] {
  const title = project === undefined ? name : `${project}/${name}`;
  const id = JSON.stringify([kind, project ?? '', name]);
  const shown = action === 'order' ? [] : changes;
  const object = {
    id,
    title,
    name: title,
    sign: signs[action],
    ...(changedIn && {changedIn}),
    ...(action === 'order' && changeOf(changes[0])),
    object: true,
    changes: shown.map(entryOf),
    ...coverOf(parts, compared),
  };
  // The members of an object that only one side has are folded.
  const isWhole = action === 'create' || action === 'remove';
  const below = shown.map((change, i): JsonObject => {
    const part = isWhole ? undefined : parts[i];
    const entry = entryOf(change);
    const node = {
      id: `${id} ${i}`,
      name: `${title} ${entry.title}`,
      ...entry,
      ...coverOf(part ? [part] : parts, compared),
    };
    return treeNode(node, 2, 0);
  });
  return [treeNode(object, 1, below.length, isWhole), ...below];
}

/** `old → new`; of an entry that only one side has, the entry, whose sign shows the side. */
function changeOf(change: SiteChange | undefined): JsonObject {
  const {old, new: wanted} = change ?? {};
  const [here, there] = [old, wanted].map(one => (one === undefined ? '' : textOf(one)));
  const texts = [here, there].filter(Boolean);
  return {change: texts.join(' → '), ...(texts.length > 1 && {here, there})};
}

function entryOf(change: SiteChange) {
  const {field, group, old, new: wanted} = change;
  return {
    title: group === undefined ? field : `${field} ${group}`,
    sign: old === undefined ? '+' : wanted === undefined ? '−' : '~',
    ...changeOf(change),
  };
}

const textOf = (value: JsonValue): string =>
  isArray(value) ? value.map(valueText).join(', ') : valueText(value);

/** The parts that a choice on the row applies to, and their choice. */
function coverOf(parts: readonly PlacedPart[], compared: SiteComparison): JsonObject {
  const choices = new Set(parts.map(part => choiceOf(compared, part)));
  const [choice = 'skip'] = choices;
  return {
    parts: parts.map(({at}) => at),
    choice: choices.size > 1 ? 'mixed' : choice,
  };
}
