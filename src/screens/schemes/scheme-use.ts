import {trackerRef} from '../../api/operation-ref.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonValue,
  textAt,
} from '../../base/json-value.ts';
import {minuteMs} from '../../base/times.ts';
import {fetchPages, fetchText} from '../../state/ask/ask.ts';
import {summarizeError} from '../../state/ask/error-summary.ts';
import {itemSteps, scanBatchSize} from '../../state/ask/item-steps.ts';
import type {ReadAt} from '../../state/model/line.ts';
import {slice, viewOf} from '../../state/model/state.ts';
import {afterEveryEvent, noEffects, type Task} from '../../state/model/transition.ts';

/** Age in milliseconds after which a refresh of the list reads the projects again too. */
const freshMs = minuteMs;
const slot = 'scheme-use';

/** The projects that use each permission scheme, as far as read: no operation lists them. */
interface SchemeUse {
  /**
   * When the list that started the reading was read, epoch milliseconds; undefined before the
   * first.
   */
  readonly listedMs?: number;
  readonly asked: number;
  /** Number of projects that could not be read without Administer projects. */
  readonly refused: number;
  /** Number of projects, if the service reports it. */
  readonly total?: number | undefined;
  /** Whether reading is complete, or the limit is reached. */
  readonly isDone: boolean;
  /** Why the projects could not be listed. */
  readonly trouble?: string;
  /** The projects of each scheme, by scheme id. */
  readonly projects: Readonly<Record<string, readonly JsonValue[]>>;
}

const nothing: SchemeUse = {asked: 0, refused: 0, isDone: false, projects: {}};
const schemeUse = slice<SchemeUse>(slot, nothing);

const listed = trackerRef('project search');
const assigned = trackerRef('project get-assigned-permission-scheme', {projectKeyOrId: '{asked}'});

/**
 * While the preview is shown beside the permission schemes, read the scheme of each project: once
 * for all schemes, a few at a time, the first 200.
 */
export const loadSchemeUse = afterEveryEvent((_, step) => {
  const {state} = step;
  const view = viewOf(state, 'list');
  const isWanted = state.preview !== undefined && view?.resource.id === 'permission-schemes';
  if (!isWanted || view.load.status !== 'ready' || view.rows.length === 0) return step;
  const {listedMs = Number.NEGATIVE_INFINITY} = schemeUse.of(state);
  if (view.load.atMs < listedMs + freshMs) return step;
  return {
    state: schemeUse.with(state, {...nothing, listedMs: view.load.atMs}),
    effects: [...step.effects, {kind: 'task', slot, run: readProjects}],
  };
});

const readProjects: Task = async (ports, {signal}) => {
  const tell = (change: (use: SchemeUse) => SchemeUse): void => {
    // A newer task has reset the counts.
    if (signal.aborted) return;
    ports.dispatch({
      kind: 'taskResult',
      take: state => noEffects(schemeUse.with(state, change(schemeUse.of(state)))),
    });
  };
  /** The id of a project's scheme; reading it takes Administer projects. */
  const schemeOf = async (project: string): Promise<string> => {
    const params = {asked: textAt(parseJsonValue(project), '/id')};
    const answer = parseJsonValue(await fetchText(assigned, params, ports, signal));
    return textAt(answer, '/id');
  };
  try {
    const pages = fetchPages(listed, {}, ports, signal);
    for await (const step of itemSteps(pages, schemeOf, signal, scanBatchSize)) {
      const projects = step.items.map(item => parseJsonValue(item));
      const {total} = step.page;
      tell(use => withResults({...use, total}, projects, step.results));
    }
    tell(use => ({...use, isDone: true}));
  } catch (thrown) {
    const {title} = summarizeError(thrown);
    tell(use => ({...use, isDone: true, trouble: title}));
  }
};

function withResults(
  use: SchemeUse,
  asked: readonly JsonValue[],
  schemes: readonly (string | undefined)[],
): SchemeUse {
  const projects = {...use.projects};
  for (const [i, scheme] of schemes.entries()) {
    const project = asked[i];
    if (scheme === undefined || !isObject(project)) continue;
    const {key = '', name = ''} = project;
    projects[scheme] = [...(projects[scheme] ?? []), {key, name}];
  }
  return {
    ...use,
    projects,
    asked: use.asked + asked.length,
    refused: use.refused + schemes.filter(scheme => scheme === undefined).length,
  };
}

function countText(known: number, {isDone, refused}: SchemeUse): string {
  if (!isDone) return known === 0 ? '…' : `${known} so far`;
  if (known > 0) return String(known);
  return refused > 0 ? 'none found' : 'none';
}

/** Where a scheme is used, and how many projects were read. */
export function usageFacts(scheme: JsonValue, at: ReadAt): JsonObject {
  const use = schemeUse.of({own: at.own ?? {}});
  if (use.listedMs === undefined) return {};
  if (use.trouble !== undefined) return {useOf: `unknown: ${use.trouble}`};
  const usedBy = use.projects[textAt(scheme, '/id')] ?? [];
  const of = use.total === undefined ? '' : ` of ${groupedNumber(use.total)}`;
  const asked = `${groupedNumber(use.asked)}${of}`;
  return {
    usedBy,
    useCount: countText(usedBy.length, use),
    useOf:
      use.refused === 0 ? `${asked} projects checked` : `${asked} checked, ${use.refused} refused`,
  };
}
