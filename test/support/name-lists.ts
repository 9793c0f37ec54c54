import {
  type NameToResolve,
  resolveName,
  type SendListing,
} from '../../src/api/naming/resolve-name.ts';
import type {Service} from '../../src/api/operation.ts';
import {Failure, isFailure} from '../../src/base/failure.ts';

/**
 * Items by the command that lists them: `user find --query=Ann`; an object by the command that
 * reads it. A failure is that of a list in parts, `thrown` one without a response.
 */
export type Lists = Readonly<Record<string, readonly object[] | object | Failure | Thrown>>;
export interface Thrown {
  readonly thrown: Failure;
}

/** Resolves a name in a service that has only these lists. */
export async function resolveInLists(
  given: NameToResolve,
  lists: Lists,
  service: Service = 'tracker',
): Promise<{readonly found: string; readonly asked: readonly string[]}> {
  const asked: string[] = [];
  const ask: SendListing = (operation, {inputs}) => {
    const flags = Object.entries(inputs).map(([name, texts]) => `--${name}=${texts.join()}`);
    const command = [`${operation.group} ${operation.name}`, ...flags].join(' ');
    asked.push(command);
    const items = lists[command] ?? [];
    if (items instanceof Failure) return Promise.resolve({text: '', failure: items});
    if ('thrown' in items) return Promise.reject(items.thrown as Failure);
    const {items: pointer = ''} = operation;
    const body = pointer === '' ? items : {[pointer.slice(1)]: items};
    return Promise.resolve({text: JSON.stringify(body)} as Awaited<ReturnType<SendListing>>);
  };
  try {
    return {found: (await resolveName(ask, service, given)).id, asked};
  } catch (error) {
    if (!isFailure(error)) throw error;
    const {hint, candidates, errors, attempts} = error.details;
    const words = [error.kind, error.message, hint, candidates, errors, attempts];
    return {found: JSON.stringify(words.filter(one => one !== undefined)), asked};
  }
}
