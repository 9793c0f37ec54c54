import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({}));
const run = (line: readonly string[], options: RunCliOptions = {}) =>
  runCli('jr', line, {
    ...options,
    env: {JR_BASE_URL: server.origin, JR_AUTH_USER: 'ann', JR_AUTH_TOKEN: 'secret-token'},
  });

describe('a response of 200 with failures of single items inside', () => {
  const body = (...failed: readonly (readonly string[])[]) =>
    JSON.stringify({
      webhookRegistrationResult: failed.map((errors, i) =>
        errors.length > 0 ? {errors} : {createdWebhookId: 1000 + i},
      ),
    });
  let sent = '';
  const respond = (text: string) => {
    sent = text;
    server.answer = () => ({body: text});
  };
  const hook = (event: string) => ({jqlFilter: 'project = A', events: [event]});
  const line = (...events: readonly string[]) => [
    ...['webhook', 'register-dynamic', '--unchecked', '--body'],
    JSON.stringify({url: 'https://a.example/x', webhooks: events.map(hook)}),
  ];

  it('is a validation_error of those items, exit 4, with the whole response on stdout', async () => {
    respond(body([], ['Unknown event: x', 'Bad filter']));
    const result = await run(line('jira:issue_created', 'x'));
    expect(result.exit).toBe(4);
    expect(result.stdout).toBe(`${sent}\n`);
    expect(failureOf(result)).toMatchObject({
      error_type: 'validation_error',
      status: 200,
      message: '1 of 2 webhooks failed: webhooks.1: Unknown event: x; Bad filter',
      errors: {'webhooks.1': 'Unknown event: x; Bad filter'},
      partial: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('is so for a raw request to the same path, and for what a filter or a table shows', async () => {
    respond(body(['Unknown event: x']));
    const raw = await run(['raw', 'POST', '/rest/api/3/webhook', '--body', line('x').at(-1) ?? '']);
    expect([raw.exit, raw.stdout]).toEqual([4, `${sent}\n`]);
    const filtered = await run([...line('x'), '--jq', '.webhookRegistrationResult | length']);
    expect([filtered.exit, filtered.stdout]).toEqual([4, '1\n']);
    const table = await run([...line('x'), '--output', 'jsonl']);
    expect([table.exit, table.stdout]).toEqual([4, '{"errors":["Unknown event: x"]}\n']);
  });

  it('is a failed result of a batch, which has both', async () => {
    respond(body(['Unknown event: x']));
    const args = {body: line('x').at(-1), unchecked: true};
    const stdin = JSON.stringify([{command: 'webhook register-dynamic', args}]);
    const result = await run(['batch'], {stdin});
    expect(result.exit).toBe(4);
    expect(JSON.parse(result.stdout)).toMatchObject([
      {index: 0, exit_code: 4, data: JSON.parse(sent), error: {status: 200}},
    ]);
  });

  it('succeeds when no item failed, whatever the members look like', async () => {
    for (const odd of [
      body([], []),
      '{"webhookRegistrationResult":[{"createdWebhookId":1,"errors":null}]}',
      '{"webhookRegistrationResult":{}}',
      '[]',
      'null',
    ]) {
      respond(odd);
      const result = await run(line('jira:issue_created'));
      expect([result.exit, result.stdout, result.stderr]).toEqual([0, `${odd}\n`, '']);
    }
  });
});
