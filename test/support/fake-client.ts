import type {Client, Page, Reply, SendingOptions} from '../../src/api/client.ts';
import {withFate} from '../../src/api/look-first.ts';
import {operationId, type Service} from '../../src/api/operation.ts';
import {planRequest} from '../../src/api/plan.ts';
import type {Given, RequestPlan} from '../../src/api/request-plan.ts';
import {Failure} from '../../src/base/failure.ts';
import type {ResolvedCall} from '../../src/state/model/call.ts';

/** What a fake client answers an operation with: pages of items, an object, or a failure. */
export type FakeAnswer =
  | {
      readonly pages: readonly (readonly unknown[])[];
      readonly total?: number;
      /** What the first page says against itself. */
      readonly warning?: string;
      /** The whole answer, where it is more than the items. */
      readonly object?: unknown;
    }
  | {readonly object: unknown}
  | {readonly failure: Failure}
  /** Never answers. */
  | {readonly silent: true};

/** A client whose answers are given by operation id; remembers what it was asked. */
export interface FakeClient extends Client {
  readonly asked: string[];
  /** What a plan of this client was made from. */
  callOf(plan: RequestPlan): ResolvedCall;
  answers: Record<string, FakeAnswer | ((given: Given) => FakeAnswer)>;
}

/** Make a client that answers from a table; an operation that is not in it is "not found". */
export function fakeClient(service: Service, answers: FakeClient['answers']): FakeClient {
  const asked: string[] = [];
  const calls = new WeakMap<RequestPlan, ResolvedCall>();
  const client: FakeClient = {
    asked,
    callOf(plan) {
      const call = calls.get(plan);
      if (call === undefined) throw new Error(`${plan.title} was planned elsewhere`);
      return call;
    },
    answers,
    identity: {
      service,
      profile: 'test',
      baseUrl: service === 'tracker' ? 'https://site.example' : 'https://site.example/wiki/api/v2',
      authType: 'basic',
      user: 'ann@example.com',
      protected: false,
    },
    plan(operation, given) {
      const plan = planRequest(operation, given, {baseUrl: client.identity.baseUrl});
      calls.set(plan, {operation, given});
      return plan;
    },
    async request(plan, options) {
      const answer = await answerTo(plan, options);
      const text =
        'object' in answer
          ? JSON.stringify(answer.object)
          : pagesText('pages' in answer ? answer.pages : [], options?.paginate === false);
      return {
        status: 200,
        headers: {},
        text,
        pages: 1,
        durationMs: 1,
        cached: false,
      } satisfies Reply;
    },
    async *pages(plan, options) {
      const answer = await answerTo(plan, options);
      if (!('pages' in answer)) throw new Error(`${plan.title} has no pages`);
      for (const [index, items] of answer.pages.entries()) {
        yield {
          index,
          items: items.map(item => JSON.stringify(item)),
          text: JSON.stringify(items),
          last: index === answer.pages.length - 1,
          ...(answer.total === undefined ? {} : {total: answer.total}),
          ...(answer.warning !== undefined && index === 0 && {warning: answer.warning}),
        } satisfies Page;
      }
    },
  };

  /** Merged, or the first page as the server sends it. */
  function pagesText(pages: readonly (readonly unknown[])[], isFirst: boolean): string {
    return JSON.stringify(isFirst ? {values: pages[0] ?? [], maxResults: 1000} : pages.flat());
  }

  async function answerTo(
    plan: RequestPlan,
    options: SendingOptions | undefined,
  ): Promise<Exclude<FakeAnswer, {failure: Failure} | {silent: true}>> {
    const {operation, given} = client.callOf(plan);
    asked.push(operationId(operation));
    const found = client.answers[operationId(operation)];
    const answer = typeof found === 'function' ? found(given) : found;
    if (answer === undefined || !('silent' in answer)) {
      options?.onExchange?.({
        method: operation.method,
        url: operation.path,
        status: answer === undefined ? 404 : 200,
        durationMs: 12,
        attempt: 1,
        bytes: 100,
        cached: false,
      });
    }
    if (answer === undefined) throw new Failure('not_found', 'nothing here', {status: 404});
    const failed = (failure: Failure) => withFate(plan, failure);
    if ('failure' in answer) throw failed(answer.failure);
    if ('silent' in answer) {
      return new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () =>
          reject(failed(new Failure('interrupted', 'stopped'))),
        );
      });
    }
    return answer;
  }
  return client;
}
