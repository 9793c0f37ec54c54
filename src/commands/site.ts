import {readYamlFiles, sitePath, writeSiteFiles} from '../host/site-files.ts';
import {applyPlan} from '../site/apply.ts';
import {exportFiles} from '../site/export.ts';
import {readFiles} from '../site/files.ts';
import {type LockEntry, lockEntry} from '../site/lock.ts';
import {kindIds} from '../site/model.ts';
import {makePeople} from '../site/people.ts';
import {namesOf, readSite, readTables} from '../site/read-site.ts';
import {siteSchema} from '../site/schema.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin, wrongWords} from './builtin-line.ts';
import {wrongLine} from './scan.ts';
import {compare, refuseDuplicates, refuseProblems} from './site-compare.ts';
import {
  checkSteps,
  confirm,
  entriesAfter,
  planOf,
  readPlan,
  summaryOf,
  withRest,
  writeRest,
} from './site-plan.ts';
import {
  folderOf,
  lockIn,
  openSite,
  type Run,
  requiredWord,
  saveLock,
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
    `Kinds: ${kindIds.join(', ')}.`,
    'Files contain names, never ids; people are aliases of people.yaml. An export keeps comments and the order of members.',
    'plan prints the fewest writes that make the site like the files. apply reads each object again before its step, stops with conflict if it has changed, and writes the steps that are left to a file.',
    'Without --prune, objects that only the site has stay there.',
    'A permission scheme keeps a grant of ADMINISTER_PROJECTS without --allow-lockout.',
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
    if (context.program !== 'jr') {
      throw wrongLine('The content service has no site command.', 'Use jr site.');
    }
    const [action = '', named] = line.words;
    const run = Object.hasOwn(actions, action)
      ? actions[action as keyof typeof actions]
      : undefined;
    if (run === undefined) {
      throw wrongWords(
        siteUsage,
        context,
        'site requires a subcommand: export, diff, plan, apply, check or schema.',
      );
    }
    return run({line, scanned, context, named});
  },
};

const actions = {
  async export(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const folder = folderOf(run);
    const target = await openSite(run);
    const texts = await readYamlFiles(folder);
    const filed = refuseProblems(readFiles(texts));
    const lock = await lockIn(folder, target.site);
    const people = makePeople(filed.people, target.site);
    const scope = scopeOf(run.line, filed.settings, [...kindIds]);
    const state = await readSite(target.read, people, scope, target.onProgress);
    refuseDuplicates(state);
    const changes = exportFiles(state.objects, texts, filed, {people, lock, ...scope});
    const dryRun = run.line.globals['dry-run'] === true;
    if (!dryRun) {
      await writeSiteFiles(folder, changes);
      await saveLock(folder, target.site, lock, new Map(state.objects.map(lockEntry)));
    }
    return print(
      JSON.stringify({
        objects: state.objects.length,
        written: [...changes].filter(([, text]) => text !== undefined).map(([file]) => file),
        removed: [...changes].filter(([, text]) => text === undefined).map(([file]) => file),
        ...(dryRun && {status: 'dry_run'}),
      }),
    );
  },

  async diff(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const {differences} = await compare(run);
    await printDifferences(differences, run, print);
    return differences.length > 0 && run.line.own['exit-code'] ? differsCode : 0;
  },

  async plan(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const {plan} = await planOf(run);
    const file = run.line.own.to;
    if (file !== undefined) {
      const path = sitePath(file, run.context.host);
      await writeSiteFiles('', new Map([[path, `${JSON.stringify(plan, null, 2)}\n`]]));
      await print(JSON.stringify({plan: file, steps: plan.steps.length, byHand: plan.byHand}));
    } else {
      await print(JSON.stringify(plan));
    }
    return plan.steps.length > 0 && run.line.own['exit-code'] ? differsCode : 0;
  },

  async apply(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const named = requiredWord(run, 'a folder or a plan');
    const isPlan = named.endsWith('.json');
    const target = await openSite(run);
    const planned = isPlan ? await readPlan(run, named, target.site) : await planOf(run);
    const {plan} = planned;
    if (run.line.globals['dry-run']) return print(JSON.stringify(plan));
    if (plan.steps.length === 0) return print(JSON.stringify({done: 0, byHand: plan.byHand}));
    checkSteps(plan, target);
    await confirm(run, plan);
    const people = makePeople(planned.people, target.site);
    for (const [alias, account] of Object.entries(plan.people)) people.match(alias, account);
    const kinds = kindIds.filter(id => plan.steps.some(({kind}) => kind === id));
    const names = namesOf(await readTables(target.read, kinds, target.onProgress), people);
    const entries = new Map<string, LockEntry>();
    const {results, rest, failure} = await applyPlan(plan, {
      read: target.read,
      write: target.write,
      names,
      onStep: result => run.context.host.reporter.progress(`${result.label}: ${result.status}`),
    });
    if (!isPlan && failure === undefined) {
      for (const [label, entry] of await entriesAfter(run, target.read, people)) {
        entries.set(label, entry);
      }
      await saveLock(folderOf(run), target.site, await lockIn(folderOf(run), target.site), entries);
    }
    const restFile = rest && (await writeRest(run, isPlan ? named : 'plan.json', rest));
    await print(JSON.stringify(summaryOf(results, plan, restFile)));
    if (failure !== undefined) throw withRest(failure, results, restFile);
    return 0;
  },

  async check(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const filed = refuseProblems(readFiles(await readYamlFiles(folderOf(run))));
    return print(JSON.stringify({objects: filed.objects.length, problems: []}));
  },

  async schema(run: Run): Promise<number> {
    const print = await openPrinter(run.line, run.context.host);
    const kind = kindIds.find(id => id === run.named);
    if (kind === undefined) throw unknownKind(run.named ?? '');
    return print(JSON.stringify(siteSchema(kind)));
  },
};
