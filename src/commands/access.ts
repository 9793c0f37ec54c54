import {type AccessFacts, findUser, unreadParts} from '../api/access/access-facts.ts';
import {accessFindings, type SiteFacts} from '../api/access/access-findings.ts';
import {fixCommand} from '../api/access/access-fix.ts';
import {type AccessRow, accessRows} from '../api/access/access-report.ts';
import {grantingChanges} from '../api/access/granting-changes.ts';
import {checkWithService, readRequestedAccess} from '../api/access/permission-checks.ts';
import {isBuiltInPermission} from '../api/access/permission-names.ts';
import {type AccessScope, type ReadAnswer, readSite} from '../api/access/read-access.ts';
import {findingLevels} from '../api/access/scheme-problems.ts';
import {isUnread} from '../api/access/unknown.ts';
import {
  decideGlobalPermission,
  decidePermission,
  decisionsForProject,
  type PermissionDecision,
  schemeOf,
} from '../api/access/who-holds.ts';
import {operationNamed} from '../api/catalogue.ts';
import {resolveName} from '../api/naming/resolve-name.ts';
import type {Operation} from '../api/operation.ts';
import {trackerRef} from '../api/operation-ref.ts';
import type {InputValues, Problem} from '../api/request-plan.ts';
import {type Column, text} from '../base/column.ts';
import {Failure} from '../base/failure.ts';
import {parseJsonValue} from '../base/json-value.ts';
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

/** Exit code of `access findings --fail-on` if there is such a finding. */
const foundCode = 8;

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

const questions = ['report', 'why', 'findings', 'diff'] as const;

type Question = (typeof questions)[number];

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
  words: questions,
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
      // Partial answers would make a no of what is not known.
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
          const onProgress = (words: string): void => host.reporter.progress(words);
          const asked = {read, userId, line, concurrency, onProgress};
          const answer = await answers[question](asked);
          for (const part of answer.unread) host.reporter.warn(`Not read: ${part}.`);
          const options = {
            ...globals,
            ...(filter && {filter}),
            items: {columns: answer.columns},
          };
          if (answer.rows !== undefined && isFormatted(options) && filter === undefined) {
            await writeRows(answer.rows, options, host);
          } else {
            const json = answer.json ?? [...(answer.rows ?? [])].flat();
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
  rows: Iterable<readonly AccessRow[]>,
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

interface Asked {
  readonly read: ReadAnswer;
  readonly userId: (name: string) => Promise<string>;
  readonly line: Line;
  readonly concurrency: number;
  readonly onProgress: (words: string) => void;
}

interface Answer {
  readonly json?: unknown;
  /** Instead of `json`, the rows in parts: a whole site has millions. */
  readonly rows?: Iterable<readonly AccessRow[]>;
  readonly columns: readonly Column[];
  /** What could not be read. */
  readonly unread: readonly string[];
  readonly exit?: number;
}

const answers: Readonly<Record<Question, (asked: Asked) => Promise<Answer>>> = {
  report: async asked => {
    const facts = await readFacts(asked);
    return {rows: accessRows(facts), columns: reportColumns, unread: unreadParts(facts)};
  },
  why: async asked => {
    const {line, read, userId} = asked;
    const user = await userId(given(line, 'user')[0] ?? '');
    const [permission = ''] = given(line, 'permission');
    const facts = await readFacts(asked, {users: [user]});
    const [project] = facts.projects;
    const name = findUser(facts, user)?.name;
    const global = decideGlobalPermission(user, permission, facts);
    if (global !== undefined) return whyGlobal({user, name, permission, held: global}, facts);
    if (project === undefined) {
      throw new Failure('validation_error', `access why needs one --project for ${permission}.`, {
        errors: {project: 'access why needs one --project'},
      });
    }
    const held = decidePermission(user, permission, project, facts);
    const checked = await checkWithService(read, user, permission, project.id);
    const scheme = schemeOf(project, facts);
    const schemeName = isUnread(scheme) ? '' : scheme.name;
    const json = {
      user: {accountId: user, name: name ?? null},
      permission,
      project: project.key,
      may: held.may,
      service: isUnread(checked) ? null : checked ? 'yes' : 'no',
      paths: held.paths.map(({holds: how, why, grant, steps}) => ({
        holds: how,
        why,
        grant,
        scheme: schemeName,
        path: [
          name ?? user,
          ...(steps.length === 0 ? [why] : steps.map(({text: one}) => one)),
          `grant ${grant}`,
          `scheme ${schemeName}`,
          `project ${project.key}`,
        ],
      })),
      ...(held.may === 'no' && {
        wouldGive: grantingChanges(user, permission, project, facts).map(({fix, ...more}) => ({
          ...more,
          command: fixCommand(fix),
        })),
      }),
      unread: unreadParts(facts),
    };
    const unread = [
      ...unreadParts(facts),
      ...(isUnread(checked) ? [`the permission check of the service: ${checked.unknown}`] : []),
    ];
    return {json, columns: [], unread};
  },
  findings: async asked => {
    const facts = await readFacts(asked);
    // A filter leaves out grants, so unused groups are not known.
    const isWhole = asked.line.own.all === true && facts.permissions === undefined;
    const site: SiteFacts | undefined = isWhole ? await readSite(asked.read) : undefined;
    const findings = accessFindings(facts, site);
    const failOn = asked.line.own['fail-on'];
    const limit = findingLevels.findIndex(level => level === failOn);
    const isFound = findings.some(({level}) => findingLevels.indexOf(level) <= limit);
    return {
      json: findings.map(({fixes, ...more}) => ({
        ...more,
        fix: fixes.map(fix => fixCommand(fix)).join(' && '),
      })),
      columns: findingColumns,
      unread: [],
      exit: isFound ? foundCode : 0,
    };
  },
  diff: async asked => {
    const {line, userId} = asked;
    const [one = '', other = ''] = given(line, 'user');
    const users = [await userId(one), await userId(other)];
    const facts = await readFacts(asked, {users});
    return {json: differences(users, facts), columns: diffColumns, unread: unreadParts(facts)};
  },
};

/** Say whether a user has a global permission; the service tells no path to it. */
function whyGlobal(
  {
    user,
    name,
    permission,
    held: {may},
  }: {
    readonly user: string;
    readonly name: string | undefined;
    readonly permission: string;
    readonly held: PermissionDecision;
  },
  facts: AccessFacts,
): Answer {
  const unread = unreadParts(facts);
  const service = may === 'unknown' ? null : may;
  const who = {accountId: user, name: name ?? null};
  const json = {user: who, permission, project: null, may, service, paths: [], unread};
  return {json, columns: [], unread};
}

/** Read the facts of the projects that the line names. */
function readFacts(
  {read, line, concurrency, onProgress}: Asked,
  more: Pick<AccessScope, 'users'> = {},
): Promise<AccessFacts> {
  const keys = given(line, 'project');
  const projects = line.own.all === true || keys.length === 0 ? undefined : keys;
  const permissions = given(line, 'permission');
  return readRequestedAccess(read, {...more, projects, permissions, concurrency, onProgress});
}

/** What one of two users may do and the other may not, by project and permission. */
function differences(users: readonly string[], facts: AccessFacts) {
  const compare = (
    project: string,
    keys: Iterable<string>,
    decide: (who: string, permission: string) => PermissionDecision | undefined,
  ) =>
    [...keys].flatMap(permission => {
      const [first, second] = users.map(user => decide(user, permission));
      if (first === undefined || second === undefined || first.may === second.may) return [];
      const ways = [first, second].flatMap(({paths}) => paths.map(({why}) => why));
      const through = [...new Set(ways)].join('; ');
      return [{permission, project, first: first.may, second: second.may, through}];
    });
  const globals = facts.globals?.keys ?? [];
  const ofSite = compare('', globals, (who, permission) =>
    decideGlobalPermission(who, permission, facts),
  );
  const ofProjects = facts.projects.flatMap(project => {
    const scheme = schemeOf(project, facts);
    if (isUnread(scheme)) return [];
    const keys = new Set(scheme.grants.map(({permission}) => permission));
    return compare(project.key, keys, decisionsForProject(project, facts));
  });
  return [...ofSite, ...ofProjects];
}

function readQuestion(line: Line, context: CommandContext): Question {
  const [word] = line.words;
  const question = questions.find(one => one === word);
  if (question !== undefined) return question;
  const message =
    word === undefined ? 'access requires a subcommand.' : `Unknown subcommand "${word}".`;
  throw wrongArguments(access, context, message);
}

/** The problems of the flags of a question. */
function problemsOf(question: Question, line: Line): readonly Problem[] {
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
    // A global permission has no project; the service tells which permissions are global.
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

const reportColumns = [
  text('USER', '/user', {min: 16, max: 36, dropPriority: 0, tone: 'title'}),
  text('STATE', '/state', {max: 8, dropPriority: 2, tones: {inactive: 'warn'}}),
  text('PERMISSION', '/permission', {min: 16, max: 30, dropPriority: 0}),
  text('PROJECT', '/project', {max: 12, dropPriority: 0}),
  text('MAY', '/may', {max: 11, dropPriority: 1, tones: {unknown: 'warn'}}),
  text('THROUGH', '/through', {min: 16, max: 60, grows: true, dropPriority: 0}),
  text('GRANT', '/grant', {max: 8, dropPriority: 4}),
  text('SCHEME', '/scheme', {max: 36, dropPriority: 3}),
  text('ACCOUNT ID', '/accountId', {id: 'accountId', max: 44, dropPriority: 5}),
];

const findingColumns = [
  text('LEVEL', '/level', {max: 8, dropPriority: 0, tones: {serious: 'bad', warning: 'warn'}}),
  text('FINDING', '/finding', {min: 24, max: 70, grows: true, dropPriority: 0, tone: 'title'}),
  text('EVIDENCE', '/evidence', {min: 20, max: 80, dropPriority: 1}),
  text('RULE', '/rule', {max: 20, dropPriority: 3}),
  text('FIX', '/fix', {max: 100, dropPriority: 4}),
];

const diffColumns = [
  text('PERMISSION', '/permission', {min: 16, max: 30, dropPriority: 0, tone: 'title'}),
  text('PROJECT', '/project', {max: 12, dropPriority: 0}),
  text('FIRST', '/first', {max: 11, dropPriority: 0}),
  text('SECOND', '/second', {max: 11, dropPriority: 0}),
  text('THROUGH', '/through', {min: 16, max: 60, grows: true, dropPriority: 1}),
];
