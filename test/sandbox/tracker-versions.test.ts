import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {shapeProblems} from './shapes.ts';
import {signInAs, startTracker, type TestTracker, type TrackerAnswer} from './tracker-server.ts';

let tracker: TestTracker;

beforeEach(async () => {
  tracker = await startTracker();
});
afterEach(() => tracker.sandbox.stop());

const expand = 'expand=issuesstatus,driver,approvers';

async function idsOf(project: string): Promise<string[]> {
  const {json} = await tracker.ask(`project/${project}/versions`);
  return json.map((version: {id: string}) => version.id);
}

async function countsOf(id: string) {
  const version = (await tracker.ask(`version/${id}?${expand}`)).json;
  const related = (await tracker.ask(`version/${id}/relatedIssueCounts`)).json;
  return {
    status: version.issuesStatusForFixVersion,
    fixed: related.issuesFixedCount as number,
    affected: related.issuesAffectedCount as number,
    custom: related.issueCountWithCustomFieldsShowingVersion as number,
  };
}

function create(body: unknown): Promise<TrackerAnswer> {
  return tracker.ask('version', {method: 'POST', body});
}

const hpay = 10_000;

describe('creating a version', () => {
  it('puts it last in the project’s order, with its dates and driver', async () => {
    const driver = (await tracker.ask('myself')).json.accountId;
    const answer = await create({
      name: 'Harbour 9',
      projectId: hpay,
      description: 'Ñ'.repeat(10),
      startDate: '2026-03-01',
      releaseDate: '2026-03-10',
      driver,
    });
    expect(answer.status).toBe(201);
    expect(shapeProblems('tracker/version/create', 201, answer.json)).toEqual([]);
    expect(answer.json).toMatchObject({
      name: 'Harbour 9',
      released: false,
      overdue: true,
      driver,
      projectId: hpay,
      userReleaseDate: '10/Mar/26',
    });
    expect((await idsOf('HPAY')).at(-1)).toBe(answer.json.id);
  });

  it('refuses invalid values as documented, naming the field', async () => {
    const taken = (await tracker.ask('project/HPAY/versions')).json[0].name;
    const bodies: readonly (readonly [unknown, string])[] = [
      [{projectId: hpay}, 'name'],
      [{name: ' ', projectId: hpay}, 'name'],
      [{name: 'x'.repeat(256), projectId: hpay}, 'name'],
      [{name: taken.toUpperCase(), projectId: hpay}, 'name'],
      [{name: 'x'}, 'projectId'],
      [{name: 'x', projectId: hpay, description: 'é'.repeat(8_193)}, 'description'],
      [{name: 'x', projectId: hpay, releaseDate: '2026-02-30'}, 'releaseDate'],
      [{name: 'x', projectId: hpay, startDate: '1/2/2026'}, 'startDate'],
      [
        {name: 'x', projectId: hpay, startDate: '2026-02-02', releaseDate: '2026-02-01'},
        'startDate',
      ],
      [{name: 'x', projectId: hpay, driver: 'nobody'}, 'driver'],
      [{name: 'x', projectId: hpay, released: 'yes'}, 'released'],
    ];
    const before = await idsOf('HPAY');
    for (const [body, field] of bodies) {
      const answer = await create(body);
      expect(answer.status, JSON.stringify(body).slice(0, 80)).toBe(400);
      expect(Object.keys(answer.json.errors)).toEqual([field]);
    }
    expect(await idsOf('HPAY')).toEqual(before);
  });

  it('is for who administers the project: 404 for a member, 401 without credentials', async () => {
    const body = {name: 'x', projectId: hpay};
    const asMember = {method: 'POST', body, authorization: signInAs('member')};
    const asNobody = {method: 'POST', body, authorization: null};
    const asProjectAdmin = {method: 'POST', body, authorization: signInAs('project-admin')};
    expect((await tracker.ask('version', asMember)).status).toBe(404);
    expect((await tracker.ask('version', asNobody)).status).toBe(401);
    expect((await tracker.ask('version', asProjectAdmin)).status).toBe(201);
  });

  it('is refused in an archived project', async () => {
    const project = (await tracker.ask('project/OLDBILL')).json;
    expect((await create({name: 'x', projectId: Number(project.id)})).status).toBe(400);
  });
});

describe('updating a version', () => {
  it('changes only the given members, and clears a date with null', async () => {
    const {id} = (await create({name: 'A', projectId: hpay, startDate: '2026-01-01'})).json;
    const put = (body: unknown) => tracker.ask(`version/${id}`, {method: 'PUT', body});
    const released = await put({released: true, description: 'done'});
    expect(released.status).toBe(200);
    expect(released.json).toMatchObject({name: 'A', released: true, startDate: '2026-01-01'});
    const bare = await put({startDate: null, name: 'A'});
    expect(bare.json.startDate).toBeUndefined();
    expect(bare.json.description).toBe('done');
  });

  it('moves unresolved issues to another version when it is released', async () => {
    const versions = (await tracker.ask(`project/HPAY/versions?${expand}`)).json;
    const open = versions.find(
      (one: {released: boolean; issuesStatusForFixVersion: {toDo: number}}) =>
        !one.released && one.issuesStatusForFixVersion.toDo > 0,
    );
    const {json: target} = await create({name: 'Next', projectId: hpay});
    const before = open.issuesStatusForFixVersion;
    const body = {released: true, moveUnfixedIssuesTo: target.self};
    expect((await tracker.ask(`version/${open.id}`, {method: 'PUT', body})).status).toBe(200);
    const {status: from} = await countsOf(open.id);
    const {status: to} = await countsOf(target.id);
    expect(from).toEqual({toDo: 0, inProgress: 0, done: before.done, unmapped: 0});
    expect(to).toEqual({...before, done: 0});
  });
});

describe('moving a version', () => {
  it('moves to a position, or after another version by its self URL', async () => {
    const [first = '', second = '', third = ''] = await idsOf('LMA');
    const move = (id: string, body: unknown) =>
      tracker.ask(`version/${id}/move`, {method: 'POST', body});
    await move(third, {position: 'First'});
    expect((await idsOf('LMA')).slice(0, 3)).toEqual([third, first, second]);
    await move(third, {position: 'Later'});
    expect((await idsOf('LMA')).slice(0, 3)).toEqual([first, third, second]);
    await move(second, {position: 'Earlier'});
    expect((await idsOf('LMA')).slice(0, 3)).toEqual([first, second, third]);
    const {self} = (await tracker.ask(`version/${third}`)).json;
    await move(first, {after: self});
    expect((await idsOf('LMA')).slice(0, 3)).toEqual([second, third, first]);
    await move(second, {position: 'Last'});
    expect((await idsOf('LMA')).at(-1)).toBe(second);
  });

  it('needs exactly one of both, and a version of the same project', async () => {
    const [id = ''] = await idsOf('LMA');
    const [foreign = ''] = await idsOf('HPAY');
    const {self} = (await tracker.ask(`version/${foreign}`)).json;
    for (const body of [{}, {position: 'First', after: self}, {after: self}, {position: 'Top'}]) {
      const answer = await tracker.ask(`version/${id}/move`, {method: 'POST', body});
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });
});

describe('removing a version', () => {
  it('hands its issues to the replacements, field by field', async () => {
    const [gone = '', fix = '', affected = ''] = await idsOf('HPAY');
    const [before, fixBefore, affectedBefore] = [
      await countsOf(gone),
      await countsOf(fix),
      await countsOf(affected),
    ];
    const query = `moveFixIssuesTo=${fix}&moveAffectedIssuesTo=${affected}`;
    const answer = await tracker.ask(`version/${gone}?${query}`, {method: 'DELETE'});
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await tracker.ask(`version/${gone}`)).status).toBe(404);
    expect(await idsOf('HPAY')).not.toContain(gone);
    expect((await countsOf(fix)).fixed).toBe(fixBefore.fixed + before.fixed);
    expect((await countsOf(fix)).affected).toBe(fixBefore.affected);
    expect((await countsOf(affected)).affected).toBe(affectedBefore.affected + before.affected);
  });

  it('clears the fields without a replacement', async () => {
    const [gone = '', other = ''] = await idsOf('HPAY');
    const before = await countsOf(other);
    expect((await tracker.ask(`version/${gone}`, {method: 'DELETE'})).status).toBe(204);
    expect(await countsOf(other)).toEqual(before);
  });

  it('also swaps version picker fields with delete-and-replace', async () => {
    const [gone = '', target = ''] = await idsOf('HPAY');
    const [before, targetBefore] = [await countsOf(gone), await countsOf(target)];
    const body = {
      moveFixIssuesTo: Number(target),
      moveAffectedIssuesTo: Number(target),
      customFieldReplacementList: [{customFieldId: 10_200, moveTo: Number(target)}],
    };
    const path = `version/${gone}/removeAndSwap`;
    expect((await tracker.ask(path, {method: 'POST', body})).status).toBe(204);
    const after = await countsOf(target);
    expect(after.fixed).toBe(targetBefore.fixed + before.fixed);
    expect(after.affected).toBe(targetBefore.affected + before.affected);
    expect(after.custom).toBe(targetBefore.custom + before.custom);
  });

  it('merges fixVersion into the other version and clears affectedVersion', async () => {
    const [gone = '', target = ''] = await idsOf('HPAY');
    const [before, targetBefore] = [await countsOf(gone), await countsOf(target)];
    const path = `version/${gone}/mergeto/${target}`;
    expect((await tracker.ask(path, {method: 'PUT'})).status).toBe(204);
    const after = await countsOf(target);
    expect(after.fixed).toBe(targetBefore.fixed + before.fixed);
    expect(after.affected).toBe(targetBefore.affected);
  });

  it('refuses itself and versions of other projects as replacements', async () => {
    const [id = ''] = await idsOf('HPAY');
    const [foreign = ''] = await idsOf('LMA');
    for (const other of [id, foreign, '99']) {
      const query = `moveFixIssuesTo=${other}`;
      const removed = await tracker.ask(`version/${id}?${query}`, {method: 'DELETE'});
      expect(removed.status, other).toBe(400);
    }
    const path = `version/${id}/mergeto/${foreign}`;
    expect((await tracker.ask(path, {method: 'PUT'})).status).toBe(400);
    expect((await tracker.ask(`version/${id}`)).status).toBe(200);
  });

  it('counts unresolved issues as all that are not done', async () => {
    for (const id of await idsOf('HPAY')) {
      const {status} = await countsOf(id);
      const {json} = await tracker.ask(`version/${id}/unresolvedIssueCount`);
      const total = status.toDo + status.inProgress + status.done + status.unmapped;
      expect(json).toMatchObject({
        issuesCount: total,
        issuesUnresolvedCount: total - status.done,
      });
    }
  });
});

describe('related work', () => {
  it('is created with an id of the server, changed by the id in the body, and removed', async () => {
    const [id = ''] = await idsOf('HPAY');
    const path = `version/${id}/relatedwork`;
    const before = (await tracker.ask(path)).json.length;
    const body = {category: 'Testing', title: 'Soak test', url: 'https://ci.example.com/1'};
    const made = await tracker.ask(path, {method: 'POST', body});
    expect(made.status).toBe(201);
    expect(shapeProblems('tracker/version/create-related-work', 201, made.json)).toEqual([]);
    const {relatedWorkId} = made.json;
    const change = {relatedWorkId, category: 'Design', title: 'Screens'};
    const changed = await tracker.ask(path, {method: 'PUT', body: change});
    expect(changed.json).toEqual({...change, url: body.url});
    expect((await tracker.ask(path)).json).toHaveLength(before + 1);
    const gone = await tracker.ask(`${path}/${relatedWorkId}`, {method: 'DELETE'});
    expect(gone.status).toBe(204);
    expect((await tracker.ask(path)).json).toHaveLength(before);
    expect((await tracker.ask(`${path}/${relatedWorkId}`, {method: 'DELETE'})).status).toBe(404);
  });

  it('refuses an id given on create, an issue, a bad URL and no category', async () => {
    const [id = ''] = await idsOf('HPAY');
    const good = {category: 'Testing', title: 't', url: 'https://ci.example.com/1'};
    for (const body of [
      {...good, relatedWorkId: '1'},
      {...good, issueId: 5},
      {...good, url: 'nowhere'},
      {...good, category: ''},
    ]) {
      const answer = await tracker.ask(`version/${id}/relatedwork`, {method: 'POST', body});
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });

  it('of an archived version cannot be edited', async () => {
    const [id = ''] = await idsOf('HPAY');
    await tracker.ask(`version/${id}`, {method: 'PUT', body: {archived: true}});
    const body = {category: 'Testing', title: 't', url: 'https://ci.example.com/1'};
    const answer = await tracker.ask(`version/${id}/relatedwork`, {method: 'POST', body});
    expect(answer.status).toBe(400);
    expect(answer.json.errorMessages[0]).toContain('archived');
  });
});

describe('the versions of a project', () => {
  it('are found by text and state, sorted, in pages that lead to the end', async () => {
    const path = 'project/HPAY/version';
    const released = (await tracker.ask(`${path}?status=released&orderBy=-releaseDate`)).json;
    const dates = released.values.map((one: {releaseDate?: string}) => one.releaseDate ?? '9999');
    expect(dates).toEqual([...dates].sort().reverse());
    expect(released.values.every((one: {released: boolean}) => one.released)).toBe(true);
    const ids: string[] = [];
    let next: string | undefined = `/rest/api/3/${path}?maxResults=5`;
    while (next !== undefined) {
      const {json}: TrackerAnswer = await tracker.ask(next);
      ids.push(...json.values.map((one: {id: string}) => one.id));
      expect(json.isLast).toBe(json.nextPage === undefined);
      next = json.nextPage?.replace(tracker.sandbox.trackerBaseUrl, '');
    }
    expect(ids).toEqual(await idsOf('HPAY'));
    expect((await tracker.ask(`${path}?orderBy=colour`)).status).toBe(400);
    expect((await tracker.ask(`${path}?status=lost`)).status).toBe(400);
  });
});
