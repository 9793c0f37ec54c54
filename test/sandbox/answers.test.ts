import {createHash} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type Operation, operationId} from '../../src/api/operation.ts';
import {makeAccounts} from '../../src/sandbox/accounts.ts';
import {makeRequestHandler} from '../../src/sandbox/server.ts';
import {makeWorld} from '../../src/sandbox/world/world.ts';
import {operations} from '../support/operations.ts';
import {type DrawnRequest, makePools, makeRequests} from './answer-requests.ts';
import {chosenRequests} from './chosen-requests.ts';
import {testStart} from './tracker-server.ts';

/** Requests of each operation. More for a thorough comparison of two versions of the program. */
const count = Number(process.env.STEWARD_ANSWERS_COUNT ?? 12);
/** A folder for the answers themselves, to compare those of two versions of the program. */
const folder = process.env.STEWARD_ANSWERS_FOLDER;
const seed = Number(process.env.STEWARD_ANSWERS_SEED ?? 1);

const origin = 'http://127.0.0.1:4321';

/** An exchange: the request and its response, as text. */
type Exchange = readonly [sent: string, answer: string];

/** The exchanges of an operation, each in a world that those before have changed. */
function exchangesOf(operation: Operation): readonly Exchange[] {
  const world = makeWorld({seed, size: 'small', now: testStart});
  const pools = makePools(world);
  const accounts = makeAccounts(seed, [...world.users.values()]);
  const answer = makeRequestHandler(world, accounts);
  let now = testStart;
  const ask = (request: DrawnRequest): Exchange => {
    now += 450;
    const account = accounts[request.account ?? -1];
    const authorization = account === undefined ? '' : `Bearer ${account.token}`;
    const {method, target} = request;
    const body = Buffer.from(request.body as string);
    const headers = {...request.headers, authorization};
    const raw = {method, target, headers, body, tooLarge: false, isLocal: true};
    const reply = answer(raw, now, origin);
    const asked = `${method} ${target} ${account?.name ?? 'nobody'}\n${body}`;
    return [asked, `${reply.status} ${JSON.stringify(reply.headers)}\n${reply.body}\n`];
  };
  const readers = operation.method === 'GET' ? [] : readersAfter(operation);
  const requests = [
    ...chosenRequests(operationId(operation), pools),
    ...makeRequests(operation, pools, count, seed),
  ];
  return requests.flatMap(request => {
    const first = ask(request);
    if (!/^(?:200|201|202|204|303) /.test(first[1])) return [first];
    return [first, ...readers.map(target => ask({...blank, target}))];
  });
}

const blank: DrawnRequest = {method: 'GET', target: '', headers: {}, body: '', account: 0};

/** What is read after a write: a change that another operation shows is part of the answer. */
function readersAfter({service}: Operation): readonly string[] {
  const tracker = [
    'project/search?status=live,archived,deleted&expand=description,lead,projectKeys,url',
    'project/HPAY?expand=issueTypeHierarchy&properties=team.charter,new.key',
    'project/LMA/versions?expand=issuesstatus,driver,approvers',
    'permissionscheme?expand=all',
    'notificationscheme?expand=all',
    'priority/search?expand=schemes',
    'resolution/search',
    'statuses/search',
    'uiModifications?expand=data,contexts',
    'webhook',
    'users/search?maxResults=1000',
    'project/HPAY/role/10003',
    'task/1',
  ].map(path => `/rest/api/3/${path}`);
  const content = ['blogposts?body-format=storage&status=current,trashed&limit=250', 'labels'].map(
    path => `/wiki/api/v2/${path}`,
  );
  return service === 'tracker' ? tracker : content;
}

function checksum(text = ''): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

describe('the responses of the sandbox', () => {
  it('to random requests of every operation match the recorded ones, including errors and writes', async () => {
    const sums = operations.map(operation => {
      const exchanges = exchangesOf(operation);
      const id = operationId(operation);
      if (folder !== undefined) {
        mkdirSync(folder, {recursive: true});
        writeFileSync(join(folder, `${id.replaceAll('/', '.')}.txt`), exchanges.flat().join('\n'));
      }
      const [sent, answers] = [0, 1].map(at => exchanges.map(one => one[at]).join('\n'));
      return `${checksum(answers)} ${checksum(sent)} ${id}\n`;
    });
    await expect(sums.join('')).toMatchFileSnapshot('../fixtures/sandbox-answers.txt');
  });
});
