import {operationNamed} from '../../src/api/catalogue.ts';
import {type Operation, operationId} from '../../src/api/operation.ts';
import {screens} from '../../src/screens/features.ts';
import type {ObjectScreen, TabData} from '../../src/state/model/object-screen.ts';
import type {Verb} from '../../src/state/model/verb.ts';
import type {MatrixKind} from '../../src/state/views/matrix/state.ts';
import {operations} from './operations.ts';

/** A verb that sends an operation, with the list, or the object screen, it is a verb of. */
export interface VerbWay {
  readonly place: Pick<ObjectScreen, 'id' | 'title' | 'needs'>;
  readonly verb: Verb;
}

/** A matrix whose staged changes send an operation. */
export interface MatrixWay {
  /** The object screen it is a tab of. */
  readonly screen: string;
  readonly title: string;
  readonly matrix: MatrixKind;
  readonly change: 'add' | 'remove';
}

/**
 * A write and all the ways the terminal app has to it; the form of the operation itself is always
 * one.
 */
export interface WriteWays {
  readonly operation: Operation;
  /** What is typed in the palette for its form: `jr version create`. */
  readonly command: string;
  readonly verbs: readonly VerbWay[];
  readonly matrices: readonly MatrixWay[];
}

/**
 * Every write of both services, in the catalogue's order, with the ways to it: from the families'
 * data alone.
 */
export function waysToWrite(): readonly WriteWays[] {
  const verbs = verbWays().map(way => ({id: operationId(operationNamed(way.verb)), ...way}));
  const matrices = matrixWays();
  return operations
    .filter(({effect}) => effect !== 'read')
    .map(operation => {
      const id = operationId(operation);
      const {service, group, name} = operation;
      return {
        operation,
        command: `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`,
        verbs: verbs.filter(one => one.id === id),
        matrices: matrices.filter(one => one.id === id),
      };
    });
}

/** The verbs of lists, and those of objects that are looked at without a list. */
export function verbWays(): readonly VerbWay[] {
  const ofLists = screens.lists.map(place => ({place, verbs: place.verbs ?? []}));
  const ofObjects = screens.objects.flatMap(place =>
    openedTabs(place).map(tab => ({place, verbs: verbsOf(tab)})),
  );
  return [...ofLists, ...ofObjects].flatMap(({place, verbs}) => verbs.map(verb => ({place, verb})));
}

function verbsOf(tab: TabData): readonly Verb[] {
  const own = 'spec' in tab && tab.spec.kind === 'describe' ? tab.spec.verbs : undefined;
  return own?.verbs ?? [];
}

/** The tabs of an object screen, opened with a value for each thing it needs. */
function openedTabs({needs, tabs}: ObjectScreen): readonly TabData[] {
  return tabs(Object.fromEntries(needs.map(name => [name, '1'])));
}

/** What a matrix sends is known by letting it plan one change of each kind. */
function matrixWays(): readonly (MatrixWay & {readonly id: string})[] {
  return screens.objects.flatMap(object => {
    const {id: screen, title} = object;
    return openedTabs(object).flatMap(tab => {
      const spec = matrixOf(tab);
      const [column] = spec?.matrix.edits.columns ?? [];
      if (spec === undefined || column === undefined) return [];
      const {matrix, params} = spec;
      // The matrix of a comparison writes as that of its second object does.
      if (!object.needs.includes(matrix.edits.param)) return [];
      const row = {id: '1', name: '', group: '', nobody: ''};
      const changes = [
        {kind: 'add', row, column},
        {kind: 'remove', row, column, entry: '1'},
      ] as const;
      return changes.flatMap(change =>
        matrix.edits.plan([change], params).requests.map(({call}) => ({
          id: operationId(call.operation),
          screen,
          title,
          matrix,
          change: change.kind,
        })),
      );
    });
  });
}

function matrixOf(tab: TabData) {
  return 'spec' in tab && tab.spec.kind === 'matrix' ? tab.spec : undefined;
}
