import {isBuiltInPermission} from '../api/access/permission-names.ts';
import type {ReadResponse} from '../api/access/read-access.ts';
import {findingLevels} from '../api/access/scheme-problems.ts';
import {operationNamed} from '../api/catalogue.ts';
import {resolveName} from '../api/naming/resolve-name.ts';
import type {Operation} from '../api/operation.ts';
import {trackerRef} from '../api/operation-ref.ts';
import type {InputValues, Problem} from '../api/request-plan.ts';
import {parseJsonValue} from '../base/json-value.ts';
import {type AccessSubcommand, accessResults, accessSubcommands} from './access-results.ts';
import {subjectOf, withAudit} from './audited.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin, refuseProblems, wrongArguments} from './builtin-line.ts';
import {globalsOfMany, sendingOf} from './command-client.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import {emitJson, writeTexts} from './emit.ts';
import {type EmitOptions, isFormatted} from './emit-options.ts';
import type {FlagRow} from './flags.ts';
import {openItemWriter} from './formatted.ts';
import {interruptible} from './interruptible.ts';
import {prepareRequest, requestJobOf} from './prepare-request.ts';

const defaultConcurrency = 6;

const flags = [
  {name: 'project', type: 'list', help: 'key of a project'},
  {name: 'all', type: 'boolean', help: 'report, findings, diff: all projects you can see'},
  {
    name: 'permission',
    type: 'list',
    help: 'key or name of a permission; default: all project permissions',
  },
  {
    name: 'user',
    type: 'list',
    help: 'report, why, diff: name, e-mail address or account id of a user',
  },
  {
    name: 'without',
    type: 'string',
    help: 'findings: only those that would arise if this user were deactivated',
  },
  {
    name: 'fail-on',
    type: 'string',
    values: findingLevels,
    help: 'findings: exit with 8 if there is a finding of this level or a more serious one',
  },
] as const satisfies readonly FlagRow[];

type Line = BuiltinLine<typeof flags>;

/** Return the values of a flag that may be repeated; keys may be separated by commas. */
function valuesOf({texts}: Line, flag: 'project' | 'permission' | 'user'): readonly string[] {
  const values = texts.get(flag) ?? [];
  if (flag === 'user') return values;
  return values.flatMap(value =>
    value
      .split(',')
      .map(key => key.trim())
      .filter(Boolean),
  );
}

/** `access`: who may do what, why, and problems of access. */
export const access: Builtin<typeof flags> = {
  name: 'access',
  summary: 'report who may do what and why, and findings about access',
  usage: [
    'access report (--project KEY… | --all) [--permission P…] [--user U…]',
    'access why --user U --permission P [--project KEY]',
    'access findings (--project KEY… | --all) [--fail-on LEVEL] [--without U]',
    'access diff --user A --user B (--project KEY… | --all)',
    'access diff --project A --project B',
  ],
  words: accessSubcommands,
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Reads each permission scheme and each group once, and for each project its scheme and the roles that the scheme names; needs the Administer global permission.',
    'report lists one row for each user, permission, project and grant. A grant to a class of users, such as all signed-in users, is one row.',
    'If a permission cannot be read, its row has "may": "unknown" and a warning is printed; it never counts as no.',
    'why lists every path that grants the permission; if there is none, the smallest changes that would grant it. "service" is the result of the permission check of the service.',
    'A global permission, such as ADMINISTER, needs no project. It takes a request for each user; the service reports the groups that give ADMINISTER, but not those of other global permissions.',
    'Issue security levels are not considered.',
  ],
  examples: [
    'access report --project HPAY --permission ADMINISTER_PROJECTS -o csv',
    'access report --permission ADMINISTER -o table',
    'access report --all --user ann@example.com -o csv',
    'access why --user admin@example.com --permission DELETE_ISSUES --project HPAY',
    'access findings --all --fail-on serious -o table',
    'access findings --all --without ann@example.com -o table',
    'access diff --user ann@example.com --user bob@example.com --project HPAY',
    'access diff --project HPAY --project LMA -o table',
  ],
  run(scanned, context) {
    const line = parseBuiltin(access, scanned, context, 1);
    const subcommand = readSubcommand(line, context);
    const operation = operationNamed(trackerRef('project search'));
    return withAudit(subjectOf(operation), scanned, context, async trail => {
      const problems = [...line.problems, ...problemsOf(subcommand, line)];
      const filter = await compileWith(line.globals, problems, context.host);
      refuseProblems(problems);
      // With partial responses, an unread grant would count as no.
      const {'no-paginate': _, partial: __, ...globals} = line.globals;
      const job = requestJobOf(operation, {given: {inputs: {}}}, globals, trail);
      const prepared = await prepareRequest(job, context);
      if (prepared === undefined) return 0;
      const {client} = prepared;
      const {host} = context;
      return interruptible(
        host,
        async signal => {
          const send = async (operation: Operation, given: InputValues) => {
            const options = {...sendingOf(globalsOfMany(globals), host), paginate: true, signal};
            const reply = await client.request(client.plan(operation, given), options);
            if (reply.failure !== undefined) throw reply.failure;
            return reply;
          };
          const read: ReadResponse = async (name, inputs, body) => {
            const given = {inputs, ...(body !== undefined && {body})};
            return parseJsonValue((await send(operationNamed(trackerRef(name)), given)).text);
          };
          const userId = async (name: string): Promise<string> =>
            (await resolveName(send, 'tracker', {kind: 'user', name})).id;
          const {concurrency = defaultConcurrency} = globals;
          const users = [];
          for (const name of valuesOf(line, 'user')) users.push(await userId(name));
          const {without} = line.own;
          const result = await accessResults[subcommand]({
            read,
            users: users.length > 0 ? users : undefined,
            projects: line.own.all === true ? undefined : valuesOf(line, 'project'),
            permissions: valuesOf(line, 'permission'),
            failOn: findingLevels.find(level => level === line.own['fail-on']),
            without: without === undefined ? undefined : await userId(without),
            concurrency,
            onProgress: words => host.reporter.progress(words),
          });
          for (const part of result.unread) host.reporter.warn(`Not read: ${part}.`);
          const options = {
            ...globals,
            ...(filter && {filter}),
            items: {columns: result.columns},
          };
          if (isFormatted(options) && filter === undefined) {
            await writeRows(result.rows, options, host);
          } else {
            const json = result.json ?? [...result.rows].flat();
            await emitJson(JSON.stringify(json), options, host);
          }
          return result.exit ?? 0;
        },
        context.signal,
      );
    });
  },
};

/** Write rows in the format of --output, one part at a time. */
async function writeRows(
  rows: Iterable<readonly object[]>,
  options: EmitOptions,
  host: CommandContext['host'],
): Promise<void> {
  const writer = openItemWriter(options, host);
  for (const some of rows) {
    const texts = some.map(row => JSON.stringify(row));
    if (!(await writeTexts(writer.add(texts), host.stdout))) return;
  }
  await writeTexts(writer.end(), host.stdout);
}

function readSubcommand(line: Line, context: CommandContext): AccessSubcommand {
  const [word] = line.words;
  const subcommand = accessSubcommands.find(one => one === word);
  if (subcommand !== undefined) return subcommand;
  const message =
    word === undefined ? 'access requires a subcommand.' : `Unknown subcommand "${word}".`;
  throw wrongArguments(access, context, message);
}

function problemsOf(subcommand: AccessSubcommand, line: Line): readonly Problem[] {
  const projects = valuesOf(line, 'project').length;
  const permissions = valuesOf(line, 'permission');
  const users = valuesOf(line, 'user').length;
  const isAll = line.own.all === true;
  const problems: Problem[] = [];
  const require = (isMet: boolean, input: string, needs: string): void => {
    if (!isMet) problems.push({input, message: `access ${subcommand} ${needs}`});
  };
  const isFindings = subcommand === 'findings';
  require(isFindings || line.own['fail-on'] === undefined, 'fail-on', 'does not use --fail-on');
  require(isFindings || line.own.without === undefined, 'without', 'does not use --without');
  require(!isFindings || users === 0, 'user', 'does not use --user');
  // Global permissions have no project; the service reports which ones are global.
  const mayBeGlobal = permissions.length > 0 && !permissions.every(isBuiltInPermission);
  if (subcommand === 'why') {
    require(users === 1, 'user', 'needs one --user');
    require(permissions.length === 1, 'permission', 'needs one --permission');
    const isOne = projects === 1 || (projects === 0 && mayBeGlobal);
    require(isOne && !isAll, 'project', 'needs one --project');
    return problems;
  }
  if (subcommand === 'diff' && users === 0) {
    require(projects === 2 && !isAll, 'user', 'needs two --user, or two --project');
    return problems;
  }
  if (subcommand === 'diff') require(users === 2, 'user', 'needs two --user');
  const isScoped = projects > 0 ? !isAll : isAll || (mayBeGlobal && !isFindings);
  require(isScoped, 'project', 'needs either --project or --all');
  return problems;
}
