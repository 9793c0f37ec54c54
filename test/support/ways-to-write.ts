import {operationNamed} from '../../src/api/catalogue.ts';
import {type Operation, operationId} from '../../src/api/operation.ts';
import {screens} from '../../src/screens/families.ts';
import type {Resource} from '../../src/state/model/resource.ts';
import type {TabOf} from '../../src/state/model/tabs.ts';
import type {Verb} from '../../src/state/model/verb.ts';
import type {MatrixKind} from '../../src/state/views/matrix/state.ts';
import {operations} from './operations.ts';

/** A verb that sends an operation, with the list it is a verb of. */
export interface VerbWay {
  readonly list: Resource;
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

/** A write and all the ways the terminal app has to it; the form of the operation itself is always one. */
export interface WriteWays {
  readonly operation: Operation;
  /** What is typed in the palette for its form: `jr version create`. */
  readonly command: string;
  readonly verbs: readonly VerbWay[];
  readonly matrices: readonly MatrixWay[];
}

/** Every write of both services, in the catalogue's order, with the ways to it: from the families' data alone. */
export function waysToWrite(): readonly WriteWays[] {
  const verbs = screens.lists.flatMap(list =>
    (list.verbs ?? []).flatMap(verb =>
      [verb, ...(verb.then ?? [])].map(call => ({
        id: operationId(operationNamed(call)),
        list,
        verb,
      })),
    ),
  );
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

/** What a matrix sends is known by letting it plan one change of each kind. */
function matrixWays(): readonly (MatrixWay & {readonly id: string})[] {
  return screens.objects.flatMap(({id: screen, title, needs, tabs}) => {
    const params = Object.fromEntries(needs.map(name => [name, '1']));
    return tabs(params).flatMap(tab => {
      const matrix = matrixOf(tab);
      const [column] = matrix?.edits.columns ?? [];
      if (matrix === undefined || column === undefined) return [];
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

function matrixOf(tab: TabOf): MatrixKind | undefined {
  return 'spec' in tab && tab.spec.kind === 'matrix' ? tab.spec.matrix : undefined;
}
