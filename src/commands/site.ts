import {Failure} from '../base/failure.ts';
import {siteFilesIn, sitePath, writeSiteFiles} from '../host/site-files.ts';
import {
  applyChanges,
  type Comparison,
  checkSteps,
  compareFolder,
  compareTwoSites,
  exportSite,
  lockEntriesAfter,
  planChanges,
  readFolder,
  type WritableSite,
} from '../site/engine.ts';
import {readSiteFolder, saveLock} from '../site/folder.ts';
import {kindIds} from '../site/model.ts';
import type {SitePlan} from '../site/plan.ts';
import {siteSchema} from '../site/schema.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin, wrongArguments} from './builtin-line.ts';
import {interruptible} from './interruptible.ts';
import {
  addRemaining,
  confirm,
  readPlan,
  saveRemaining,
  summaryOf,
  unplannedOf,
} from './site-plan.ts';
import {
  folderOf,
  openSite,
  type Run,
  scopeOf,
  siteFlags,
  siteUsage,
  unknownKind,
} from './site-run.ts';
import {printDifferences} from './site-text.ts';

/** Exit code if there are differences and --exit-code is given. */
const differsCode = 8;

/** `site`: the configuration of a site as files. */
export const site: Builtin<typeof siteFlags> = {
  name: 'site',
  summary: 'export, compare and apply the configuration of a site as files',
  ...siteUsage,
  words: ['export', 'diff', 'plan', 'apply', 'check', 'schema'],
  flags: siteFlags,
  takesGlobals: true,
  notes: [
    'Files contain names, never ids; people are aliases, which people.yaml defines. An export into existing files keeps their comments and the order of their members.',
    'plan prints the fewest writes that make the site match the files. apply reads each object again before its step, stops with conflict if it has changed, and saves the remaining steps in a file.',
    'Without DIR, the folder is site_files of the profile.',
    'Without --prune, objects that only the site has are not deleted.',
    'Without --allow-lockout, every permission scheme must grant ADMINISTER_PROJECTS, and no plan removes the account that applies it from a group, a role or these grants.',
  ],
  examples: [
    'site export site --only permission-schemes',
    'site diff site --exit-code',
    'site plan site --to plan.json',
    'site apply plan.json --yes',
    'site schema permission-schemes',
  ],
  async run(scanned, context) {
    const line = parseBuiltin(site, scanned, context, 2);
    const [action = '', named] = line.words;
    const run = Object.hasOwn(actions, action)
      ? actions[action as keyof typeof actions]
      : undefined;
    if (run === undefined) {
      throw wrongArguments(
        siteUsage,
        context,
        'site requires a subcommand: export, diff, plan, apply, check or schema.',
      );
    }
    return run({line, scanned, context, named});
  },
};

/** Compare the files with a site. */
async function compare(run: Run, target: WritableSite): Promise<Comparison> {
  const path = await folderOf(run);
  const folder = await readSiteFolder(siteFilesIn(path), target.site);
  if (folder.texts.size === 0) {
    const hint = `Run jr site export${run.named === undefined ? '' : ` ${run.named}`} first.`;
    throw new Failure('validation_error', `${path} has no YAML files.`, {attempts: 0, hint});
  }
  return compareFolder(folder, target, scopeOf(run.line));
}

async function compareProfiles(run: Run, from: string): Promise<Comparison> {
  const profileOf = (text: string): string => text.replace(/^@/, '');
  const {to} = run.line.own;
  const [source, target] = await Promise.all([
    openSite(run, profileOf(from)),
    openSite(run, to === undefined ? undefined : profileOf(to)),
  ]);
  return compareTwoSites(source, target, scopeOf(run.line));
}

function planOf({line: {own}}: Run, comparison: Comparison, target: WritableSite): SitePlan {
  const allowLockout = own['allow-lockout'] === true;
  return planChanges(comparison, target, {prune: own.prune === true, allowLockout});
}

const actions = {
  async export(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const files = siteFilesIn(await folderOf(run));
    const target = await openSite(run);
    const folder = await readSiteFolder(files, target.site);
    const exported = await exportSite(folder, target, scopeOf(run.line));
    const {changes, objects, entries, notExported} = exported;
    const dryRun = run.line.globals['dry-run'] === true;
    if (!dryRun) {
      await files.write(changes);
      await saveLock(files, target.site, folder.lock, entries);
    }
    return print(
      JSON.stringify({
        objects: objects.length,
        written: [...changes].filter(([, text]) => text !== undefined).map(([file]) => file),
        removed: [...changes].filter(([, text]) => text === undefined).map(([file]) => file),
        ...(notExported.length > 0 && {notExported}),
        ...(dryRun && {status: 'dry_run'}),
      }),
    );
  },

  async diff(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const {from} = run.line.own;
    const {differences, notCompared} =
      from === undefined
        ? await compare(run, await openSite(run))
        : await compareProfiles(run, from);
    for (const what of notCompared) run.context.host.reporter.warn(`Not compared: ${what}`);
    await printDifferences(differences, run, print);
    return differences.length > 0 && run.line.own['exit-code'] ? differsCode : 0;
  },

  async plan(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const target = await openSite(run);
    const plan = planOf(run, await compare(run, target), target);
    const file = run.line.own.to;
    if (file !== undefined) {
      const path = sitePath(file, run.context.host);
      await writeSiteFiles('', new Map([[path, `${JSON.stringify(plan, null, 2)}\n`]]));
      await print(JSON.stringify({plan: file, steps: plan.steps.length, ...unplannedOf(plan)}));
    } else {
      await print(JSON.stringify(plan));
    }
    return plan.steps.length > 0 && run.line.own['exit-code'] ? differsCode : 0;
  },

  async apply(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const {named = ''} = run;
    const isPlan = named.endsWith('.json');
    const target = await openSite(run);
    const comparison = isPlan ? undefined : await compare(run, target);
    const plan =
      comparison === undefined
        ? await readPlan(run, named, target.site)
        : planOf(run, comparison, target);
    checkSteps(plan, target.check);
    if (run.line.globals['dry-run']) return print(JSON.stringify(plan));
    if (plan.steps.length === 0) return print(JSON.stringify({done: 0, ...unplannedOf(plan)}));
    await confirm(run, plan);
    const {host} = run.context;
    // A signal between two requests must not end it before the remaining steps are saved.
    return interruptible(host, async signal => {
      const {results, rest, failure} = await applyChanges(
        plan,
        await openSite({...run, context: {...run.context, signal}}),
        ({label, status}) => host.reporter.progress(`${label}: ${status}`),
      );
      if (comparison !== undefined) {
        const files = siteFilesIn(await folderOf(run));
        const {lock} = await readSiteFolder(files, target.site);
        const entries = lockEntriesAfter(comparison, plan.steps, results, lock);
        await saveLock(files, target.site, lock, entries);
      }
      const restFile = await saveRemaining(run, isPlan ? named : undefined, rest);
      await print(JSON.stringify(summaryOf(results, plan, restFile)));
      if (failure !== undefined) throw addRemaining(failure, results, restFile);
      return 0;
    });
  },

  async check(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const filed = readFolder(await siteFilesIn(await folderOf(run)).yaml());
    return print(JSON.stringify({objects: filed.objects.length, problems: []}));
  },

  async schema(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const kind = kindIds.find(id => id === run.named);
    if (kind === undefined) throw unknownKind(run.named ?? '');
    return print(JSON.stringify(siteSchema(kind)));
  },
};
