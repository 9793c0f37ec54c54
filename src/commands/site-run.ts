import type {RequestPlan} from '../api/request-plan.ts';
import {resolveCall} from '../api/resolve-call.ts';
import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import {startRun} from '../host/journaled-request.ts';
import {checkProtected} from '../host/policy.ts';
import {resolveTarget} from '../host/settings.ts';
import {sitePath} from '../host/site-files.ts';
import type {WantedScope, WritableSite} from '../site/engine.ts';
import {kindIds} from '../site/model.ts';
import type {SendCall} from '../site/read-site.ts';
import {makeSender} from './ask-listing.ts';
import {type BuiltinLine, wrongArguments} from './builtin-line.ts';
import {clientOf} from './command-client.ts';
import type {CommandContext} from './context.ts';
import type {FlagRow, GlobalValues} from './flags.ts';
import {settingsFlags} from './parse-rows.ts';
import {type Scanned, wrongLine} from './scan.ts';

/** Forms of the command, as help and errors show them. */
export const siteUsage = {
  usage: [
    'site export [DIR] [--only KIND] [--project KEY]',
    'site diff [DIR] [--exit-code]',
    'site diff --from @PROFILE [--to @PROFILE]',
    'site plan [DIR] [--to FILE] [--prune]',
    'site apply [DIR|PLAN] [--yes]',
    'site check [DIR]',
    'site schema KIND',
  ],
};

export const siteFlags = [
  {name: 'only', type: 'list', help: `only these kinds: ${kindIds.join(', ')}`},
  {name: 'project', type: 'list', help: 'only these projects, by key'},
  {name: 'members', type: 'boolean', help: 'export: also the members of groups'},
  {name: 'from', type: 'string', help: 'diff: the profile to compare with, such as @staging'},
  {name: 'to', type: 'string', help: 'diff: the profile to change; plan: the file to write'},
  {name: 'exit-code', type: 'boolean', help: 'diff, plan: exit with 8 if there are differences'},
  {name: 'prune', type: 'boolean', help: 'plan, apply: delete objects that the files lack'},
  {
    name: 'allow-lockout',
    type: 'boolean',
    help: 'allow plans that take away the last way to administer projects',
  },
  {name: 'yes', type: 'boolean', help: 'apply: do not ask for confirmation'},
] as const satisfies readonly FlagRow[];

export type SiteLine = BuiltinLine<typeof siteFlags>;

export interface Run {
  readonly line: SiteLine;
  readonly scanned: Scanned;
  readonly context: CommandContext;
  /** The folder, the plan or the kind. */
  readonly named: string | undefined;
}

export function unknownKind(name: string): Failure {
  const near = nearestNames(name, kindIds);
  const hint = near.length > 0 ? `Did you mean ${near[0]}?` : `Kinds: ${kindIds.join(', ')}.`;
  return wrongLine(`There is no kind "${name}".`, hint);
}

/**
 * The folder of the line, or `site_files` of the profile.
 *
 * @throws Failure 'command_error' if neither names one
 */
export async function folderOf({named, line, context}: Run): Promise<string> {
  if (named) return sitePath(named, context.host);
  const {siteFiles} = await resolveTarget(
    context.service,
    settingsFlags(line.globals),
    context.host,
  );
  if (siteFiles !== undefined) return siteFiles;
  const problem = 'site requires a folder, or a profile with site_files.';
  throw wrongArguments(siteUsage, context, problem);
}

/** Open a site that is read and written like any command does: policy, audit log, retries. */
export async function openSite(
  {line, scanned, context}: Run,
  profile: string | undefined = undefined,
): Promise<WritableSite> {
  const {'dry-run': _, 'no-paginate': __, partial: ___, ...rest} = line.globals;
  // Each object is read before its step in any case, so that undo has its old values, too.
  const globals: GlobalValues = {...rest, undoable: true, ...(profile !== undefined && {profile})};
  const {host} = context;
  const target = await resolveTarget(context.service, settingsFlags(globals), host);
  // All writes of the command are one run of the journal, which one undo reverses.
  const run = startRun();
  const openStep = () => {
    const {responseOf, add} = rememberResponses();
    const ask = makeSender(
      {line: scanned, globals},
      {...context, target, journal: {run, responseOf}},
    );
    const send: SendCall = async (ref, params = {}) => {
      const {operation, given} = resolveCall(ref, params, host.clock.now());
      const answered = await ask(operation, given);
      if (answered === undefined) throw new Failure('bug', 'A request had no response.');
      if (answered.reply.failure) throw answered.reply.failure;
      add(answered.plan, answered.reply.text);
      return answered.reply.text;
    };
    return send;
  };
  const client = clientOf(target, globals, context);
  return {
    check({operation, given}) {
      const plan = client.plan(operation, given);
      // Like that of an operation, a dry run shows what a protected profile does not send.
      if (!line.globals['dry-run'] && !globals.write) {
        checkProtected(client.identity, plan, '--write');
      }
    },
    site: new URL(target.siteUrl ?? target.baseUrl).origin,
    baseUrl: target.baseUrl,
    read: (ref, params) => openStep()(ref, params),
    openStep,
    now: host.clock.now,
    variable: name => host.env[name],
    onProgress: text => host.reporter.progress(text),
  };
}

/** Remember responses; one that expands more members also serves a read that expands fewer. */
function rememberResponses() {
  const responses = new Map<
    string,
    {readonly expanded: readonly string[]; readonly text: string}
  >();
  const split = ({url}: RequestPlan) => {
    const whole = new URL(url);
    const expanded = (whole.searchParams.get('expand') ?? '').split(',').filter(Boolean);
    whole.searchParams.delete('expand');
    return {key: whole.href, expanded};
  };
  return {
    responseOf(plan: RequestPlan): string | undefined {
      const {key, expanded} = split(plan);
      const known = responses.get(key);
      const has = (name: string) => known?.expanded.some(one => one === name || one === 'all');
      return expanded.every(has) ? known?.text : undefined;
    },
    add(plan: RequestPlan, text: string): void {
      const {key, expanded} = split(plan);
      responses.set(key, {expanded, text});
    },
  };
}

/** The kinds and projects that flags name. */
export function scopeOf({texts, own}: SiteLine): WantedScope {
  const words = (name: string): readonly string[] | undefined =>
    texts
      .get(name)
      ?.flatMap(text => text.split(','))
      .map(text => text.trim())
      .filter(Boolean);
  const only = words('only');
  const wrong = only?.find(name => !(kindIds as readonly string[]).includes(name));
  if (wrong !== undefined) throw unknownKind(wrong);
  return {
    kinds: only && kindIds.filter(id => only.includes(id)),
    projects: words('project'),
    members: own.members === true || undefined,
  };
}
