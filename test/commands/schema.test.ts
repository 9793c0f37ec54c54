import {describe, expect, it} from 'vitest';
import {globalRows} from '../../src/commands/flags.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const json = async (program: 'jr' | 'cf', line: string): Promise<unknown> => {
  const result = await runCli(program, line.split(' '));
  expect([result.exit, result.stderr]).toEqual([0, '']);
  return JSON.parse(result.stdout);
};

describe('schema', () => {
  it('--list names the documents’ groups', async () => {
    expect(await json('jr', 'schema --list')).toHaveLength(12);
    expect(await json('cf', 'schema --list')).toEqual([
      'blogposts',
      'whiteboards',
      'custom-content',
      'labels',
      'admin-key',
    ]);
  });

  it('alone has group to operations: 104 and 72, more with --all', async () => {
    const count = async (program: 'jr' | 'cf', line: string) =>
      Object.values((await json(program, line)) as Record<string, string[]>).flat().length;
    expect(await count('jr', 'schema')).toBe(104);
    expect(await count('cf', 'schema --compact')).toBe(72);
    expect(await count('jr', 'schema --all')).toBeGreaterThan(104);
  });

  it('of a group has its operations, extras marked', async () => {
    const operations = (await json('jr', 'schema project --all')) as Record<string, unknown>[];
    expect(operations.filter(({extra}) => extra === true).length).toBeGreaterThan(0);
    expect(await json('jr', 'schema permissions --compact')).toEqual({
      permissions: ['get-all', 'get-bulk', 'get-permitted-projects'],
    });
  });

  it('has the permission only where the documents state one', async () => {
    expect(await json('jr', 'schema version get')).toHaveProperty('permission', 'Browse projects');
    expect(await json('jr', 'schema project search')).not.toHaveProperty('permission');
  });

  it('has how a write is undone, and what it reads first', async () => {
    const undo = {service: 'tracker', operation: 'project restore'};
    expect(await json('jr', 'schema project archive')).toMatchObject({
      undo: [{...undo, inputs: {projectIdOrKey: '{projectIdOrKey}'}}],
    });
    expect(await json('cf', 'schema custom-content update-custom-content')).toMatchObject({
      reads_first: 'custom-content get-custom-content-by-id',
    });
  });

  it('says of each flag what it names, and the kind that id finds it by', async () => {
    const flagsOf = async (line: string) => {
      const {flags} = (await json('jr', line)) as {flags: Record<string, unknown>[]};
      return new Map(flags.map(flag => [flag.name, flag]));
    };
    const grant = await flagsOf('schema project assign-permission-scheme');
    expect(grant.get('id')).toMatchObject({
      names: 'permission scheme',
      by: 'id',
      id_kind: 'permission-scheme',
    });
    expect(grant.get('projectKeyOrId')).toMatchObject({by: 'idOrKey', id_kind: 'project'});
    const groups = await flagsOf('schema project delete-actor');
    expect(groups.get('group')).toMatchObject({names: 'group', by: 'name'});
    expect(groups.get('group')).not.toHaveProperty('id_kind');
  });

  it('of an operation starts with what scripts read, and has the global flags', async () => {
    const operation = (await json('jr', 'schema version get')) as Record<string, unknown>;
    expect(Object.keys(operation).slice(0, 7)).toEqual([
      'resource',
      'verb',
      'method',
      'path',
      'summary',
      'has_body',
      'flags',
    ]);
    expect(operation.flags).toMatchObject([
      {name: 'id', required: true, type: 'string', in: 'path'},
      {name: 'expand', required: false, type: 'list', in: 'query', style: 'comma'},
    ]);
    expect(operation.global_flags).toHaveLength(globalRows.length);
  });

  it('of an operation has its body and its answer as JSON Schema', async () => {
    expect(await json('jr', 'schema version create')).toMatchObject({
      body: {
        type: 'object',
        required: ['name'],
        properties: {
          name: {type: 'string', maxLength: 255},
          releaseDate: {type: 'string', format: 'date'},
        },
      },
      answer_schema: {properties: {id: {type: 'string'}, released: {type: 'boolean'}}},
    });
    expect(await json('cf', 'schema whiteboards set-permissions')).toMatchObject({
      body: {opaque: true},
    });
  });

  it('--example prints a small valid body', async () => {
    expect(await json('jr', 'schema version create --example')).toEqual({
      name: '2.1',
      projectId: 10000,
    });
    for (const line of ['schema version get --example', 'schema version --example']) {
      expect((await runCli('jr', line.split(' '))).exit).toBe(4);
    }
  });

  it('--example of a body that no --body takes says so, with the flags that make it', async () => {
    for (const line of ['labels add', 'blogposts create-blog-post']) {
      const {exit, stdout, stderr} = await runCli('cf', [
        'schema',
        ...line.split(' '),
        '--example',
      ]);
      expect([exit, typeof JSON.parse(stdout)]).toEqual([0, 'object']);
      expect(JSON.parse(stderr).warning).toContain(`flags make this one: cf ${line} --`);
    }
    expect((await runCli('jr', 'schema version create --example'.split(' '))).stderr).toBe('');
  });

  it('takes --jq and --pretty', async () => {
    const {stdout} = await runCli('cf', ['schema', '--list', '--jq', '.[0]', '-r']);
    expect(stdout).toBe('blogposts\n');
    expect((await runCli('cf', ['schema', '--list', '--pretty'])).stdout).toContain('[\n  "blog');
  });

  it('of what is not there is a command_error', async () => {
    for (const line of ['schema projekt', 'schema version gett', 'schema a b c']) {
      const result = await runCli('jr', line.split(' '));
      expect([result.exit, failureOf(result).error_type]).toEqual([1, 'command_error']);
    }
  });
});
