import {isBuiltInPermission} from '../api/access/permission-names.ts';
import type {ReadAnswer} from '../api/access/read-access.ts';
import {findingLevels} from '../api/access/scheme-problems.ts';
import {operationNamed} from '../api/catalogue.ts';
import {resolveName} from '../api/naming/resolve-name.ts';
import type {Operation} from '../api/operation.ts';
import {trackerRef} from '../api/operation-ref.ts';
import type {InputValues, Problem} from '../api/request-plan.ts';
import {parseJsonValue} from '../base/json-value.ts';
import {type AccessSubcommand, accessAnswers, accessSubcommands} from './access-answers.ts';
import {withAudit} from './audited.ts';
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
import {requestJobOf, subjectOf} from './operation-job.ts';
import {prepareRequest} from './prepare-request.ts';

const defaultConcurrency = 6;

const flags = [
  {name: 'project', type: 'list', help: 'report, findings, why, diff: key of a project'},
  {name: 'all', type: 'boolean', help: 'report, findings: all projects you can see'},
  {name: 'permission', type: 'list', help: 'key of a permission; default: all of projects'},
  {name: 'user', type: 'list', help: 'why, diff: name, e-mail address or account id of a user'},
  {
    name: 'fail-on',
    type: 'string',
    values: findingLevels,
    help: 'findings: exit with 8 if there is a finding of this level or a more serious one',
  },
] as const satisfies readonly FlagRow[];

type Line = BuiltinLine<typeof flags>;

/** The values of a flag that may be repeated; keys may be separated by commas. */
function given({texts}: Line, flag: 'project' | 'permission' | 'user'): readonly string[] {
  const values = texts.get(flag) ?? [];
  if (flag === 'user') return values;
  return values.flatMap(value =>
    value
      .split(',')
      .map(key => key.trim())
      .filter(Boolean),
  );
}

/** `access`: who may do what, why, and what is wrong. */
export const access: Builtin<typeof flags> = {
  name: 'access',
  summary: 'report who may do what and why, and findings about access',
  usage: [
    'access report (--project KEY… | --all) [--permission P…]',
    'access why --user U --permission P [--project KEY]',
    'access findings (--project KEY… | --all) [--fail-on LEVEL]',
    'access diff --user A --user B (--project KEY… | --all)',
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
    'Of a global permission, such as ADMINISTER, the service reports which users have it, with a request for each user, but no grant or group.',
    'Issue security levels are not considered.',
  ],
  examples: [
    'access report --project HPAY --permission ADMINISTER_PROJECTS -o csv',
    'access why --user admin@example.com --permission DELETE_ISSUES --project HPAY',
    'access findings --all --fail-on serious -o table',
    'access diff --user ann@example.com --user bob@example.com --project HPAY',
  ],
  run(scanned, context) {
    const line = parseBuiltin(access, scanned, context, 1);
    const question = readQuestion(line, context);
    const operation = operationNamed(trackerRef('project search'));
    return withAudit(subjectOf(operation), scanned, context, async trail => {
      const problems = [...line.problems, ...problemsOf(question, line)];
      const filter = await compileWith(line.globals, problems, context.host);
      refuseProblems(problems);
      // A partial response would turn unknown permissions into a no.
      const {'no-paginate': _, partial: __, ...globals} = line.globals;
      const job = requestJobOf(operation, {given: {inputs: {}}}, globals, trail);
      const prepared = await prepareRequest(job, context);
      if (prepared === undefined) return 0;
      const {client} = prepared;
      const {host} = context;
      return interruptible(
        host,
        async signal => {
          const send = async (asked: Operation, given: InputValues) => {
            const options = {...sendingOf(globalsOfMany(globals), host), paginate: true, signal};
            const reply = await client.request(client.plan(asked, given), options);
            if (reply.failure !== undefined) throw reply.failure;
            return reply;
          };
          const read: ReadAnswer = async (name, inputs, body) => {
            const given = {inputs, ...(body !== undefined && {body})};
            return parseJsonValue((await send(operationNamed(trackerRef(name)), given)).text);
          };
          const userId = async (name: string): Promise<string> =>
            (await resolveName(send, 'tracker', {kind: 'user', name})).id;
          const {concurrency = defaultConcurrency} = globals;
          const keys = given(line, 'project');
          const isOfUsers = question === 'why' || question === 'diff';
          const users = [];
          for (const name of isOfUsers ? given(line, 'user') : []) users.push(await userId(name));
          const answer = await accessAnswers[question]({
            read,
            users: isOfUsers ? users : undefined,
            projects: line.own.all === true || keys.length === 0 ? undefined : keys,
            permissions: given(line, 'permission'),
            failOn: findingLevels.find(level => level === line.own['fail-on']),
            concurrency,
            onProgress: words => host.reporter.progress(words),
          });
          for (const part of answer.unread) host.reporter.warn(`Not read: ${part}.`);
          const options = {
            ...globals,
            ...(filter && {filter}),
            items: {columns: answer.columns},
          };
          if (isFormatted(options) && filter === undefined) {
            await writeRows(answer.rows, options, host);
          } else {
            const json = answer.json ?? [...answer.rows].flat();
            await emitJson(JSON.stringify(json), options, host);
          }
          return answer.exit ?? 0;
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

function readQuestion(line: Line, context: CommandContext): AccessSubcommand {
  const [word] = line.words;
  const question = accessSubcommands.find(one => one === word);
  if (question !== undefined) return question;
  const message =
    word === undefined ? 'access requires a subcommand.' : `Unknown subcommand "${word}".`;
  throw wrongArguments(access, context, message);
}

function problemsOf(question: AccessSubcommand, line: Line): readonly Problem[] {
  const project = given(line, 'project');
  const permission = given(line, 'permission');
  const user = given(line, 'user');
  const {all} = line.own;
  const problems: Problem[] = [];
  const require = (isMet: boolean, input: string, message: string): void => {
    if (!isMet) problems.push({input, message});
  };
  if (question === 'why') {
    require(user.length === 1, 'user', 'access why needs one --user');
    require(permission.length === 1, 'permission', 'access why needs one --permission');
    // A global permission has no project; the service lists which permissions are global.
    const mayBeGlobal = permission.some(key => !isBuiltInPermission(key)) && project.length === 0;
    const isOne = (project.length === 1 || mayBeGlobal) && all !== true;
    require(isOne, 'project', 'access why needs one --project');
    return problems;
  }
  if (question === 'diff') require(user.length === 2, 'user', 'access diff needs two --user');
  const isScoped = project.length > 0 !== (all === true);
  require(isScoped, 'project', `access ${question} needs either --project or --all`);
  return problems;
}
