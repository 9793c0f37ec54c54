import {findOperation} from '../../src/api/catalogue.ts';
import type {Client} from '../../src/api/client.ts';
import type {Given} from '../../src/api/request-plan.ts';
import type {ResolvedCall} from '../../src/state/resource.ts';
import type {WriteStage} from '../../src/state/write/write-state.ts';
import type {AppHarness} from './app-harness.ts';

/** Let the moment pass in which what opened takes no key. */
export function beReady(harness: AppHarness): void {
  harness.dispatch({kind: 'write', event: {kind: 'ready'}});
}

/** A client that says its profile asks for care. */
export function protectedClient<C extends Client>(client: C): C {
  return {...client, identity: {...client.identity, protected: true}};
}

/** A call by its command: `tracker version delete`. */
export function callOf(command: string, inputs: Given['inputs'], body?: string): ResolvedCall {
  const [service = '', group = '', name = ''] = command.split(' ');
  const operation = findOperation(service === 'content' ? 'content' : 'tracker', group, name);
  if (operation === undefined) throw new Error(`no operation ${command}`);
  return {operation, given: body === undefined ? {inputs} : {inputs, body}};
}

/** The stage a write is in; fails when it is another one. */
export function stageOf<S extends WriteStage['stage']>(
  harness: AppHarness,
  stage: S,
): WriteStage & {readonly stage: S} {
  const {write} = harness.state();
  if (write?.stage !== stage) throw new Error(`a write is in stage ${write?.stage}, not ${stage}`);
  return write as WriteStage & {readonly stage: S};
}
