import {findOperation} from '../api/catalogue.ts';
import type {Service} from '../api/operation.ts';
import {planRequest} from '../api/plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {resolveTarget, type Target} from '../host/settings.ts';
import {askQuietly} from './ask-quietly.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import type {CommandContext} from './context.ts';
import {permissions} from './doctor-there.ts';
import {describeRequest} from './dry-run.ts';
import type {GlobalValues} from './flags.ts';
import {settingsFlags} from './globals.ts';

/** What is asked: who it is, and what that one may do; the content service only says that it knows them. */
const questions = {
  tracker: {who: 'myself get-current-user', may: 'mypermissions get-my-permissions'},
  content: {who: 'spaces get', may: undefined},
} as const;

/** `whoami`: who commands are run as, where, and what that one may do. */
export const whoami: Builtin = {
  name: 'whoami',
  summary: 'who commands are run as, on which site, by which credentials, and what they may do',
  usage: ['whoami'],
  flags: [],
  takesGlobals: true,
  isPaged: true,
  notes: [
    'Of jr two GETs: the user, and which of ADMINISTER, SYSTEM_ADMIN, ADMINISTER_PROJECTS and BROWSE_PROJECTS it has. The content service does not tell who asks: cf only finds out whether the credentials are taken.',
    'allowed_operations and denied_operations are those of the profile; writes says whether it lets commands write.',
  ],
  examples: ['whoami --pretty', 'whoami --jq .user.displayName -r'],
  async run(argv, context) {
    const {service, host} = context;
    const line = parseBuiltin(whoami, argv, context, 0);
    const print = await openPrinter(line, host);
    const {globals} = line;
    const target = await resolveTarget(service, settingsFlags(globals), host);
    if (globals['dry-run']) {
      const plans = plansOf(service, target).map(plan => describeRequest(plan, target));
      return print(`[${plans.join(',')}]`);
    }
    const [who, may] = plansOf(service, target);
    if (who === undefined) return 0;
    const answer = makeLookup((await askQuietly(who, target, globals, context)).text);
    const user = userOf(service, answer);
    const held = may && (await permissionsOf(may, target, globals, context));
    const {profile, baseUrl, authType, user: name, policy} = target;
    const report = {
      ...(user && {user}),
      site: new URL(baseUrl).origin,
      base_url: baseUrl,
      profile,
      auth: {type: authType, ...(authType === 'basic' && name !== undefined && {username: name})},
      ...(held && {permissions: held}),
      writes: target.protected ? 'only with --write' : 'yes',
      ...(policy.allowed && {allowed_operations: policy.allowed}),
      ...(policy.denied.length > 0 && {denied_operations: policy.denied}),
    };
    return print(JSON.stringify(report));
  },
};

function plansOf(service: Service, {baseUrl}: Target) {
  const {who, may} = questions[service];
  const plan = (title: string, inputs: Readonly<Record<string, readonly string[]>>) => {
    const [group = '', name = ''] = title.split(' ');
    const operation = findOperation(service, group, name);
    if (operation === undefined) throw new Failure('bug', `there is no operation ${title}`);
    return planRequest(operation, {inputs}, {baseUrl}, {paginate: false});
  };
  const first = plan(who, service === 'content' ? {limit: ['1']} : {});
  return may === undefined ? [first] : [first, plan(may, {permissions})];
}

function userOf(service: Service, answer: ReturnType<typeof makeLookup>) {
  if (service === 'content') return undefined;
  const names = ['accountId', 'displayName', 'emailAddress', 'accountType', 'timeZone', 'locale'];
  return Object.fromEntries(
    names.flatMap(name => {
      const value = answer.string(`/${name}`);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Name → whether it is held; undefined where the service or the policy does not let it be asked. */
async function permissionsOf(
  plan: Parameters<typeof askQuietly>[0],
  target: Target,
  globals: GlobalValues,
  context: CommandContext,
): Promise<Readonly<Record<string, boolean>> | undefined> {
  try {
    const answer = makeLookup((await askQuietly(plan, target, globals, context)).text);
    return Object.fromEntries(
      permissions.map(key => [key, answer.boolean(`/permissions/${key}/havePermission`) === true]),
    );
  } catch (error) {
    const {kind} = toFailure(error);
    if (kind === 'not_found' || kind === 'validation_error' || kind === 'policy_denied') return;
    throw error;
  }
}
