import {planReading} from '../api/account-requests.ts';
import {placeholders, type Service} from '../api/operation.ts';
import {
  addressOnSite,
  contentReaders,
  filledPath,
  isGateway,
  pagePointer,
  type SitePage,
  trackerPages,
} from '../api/site-page.ts';
import {Failure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {nearestNames} from '../base/nearest.ts';
import {openUrl} from '../host/open-url.ts';
import {resolveTarget} from '../host/settings.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import {sendRead} from './command-client.ts';
import {settingsFlags} from './parse-rows.ts';
import {describeRequest} from './prepare-request.ts';
import {wrongLine} from './scan.ts';

/** `open`: print the URL of an entity on the site and open it in a browser. */
export const open: Builtin = {
  name: 'open',
  summary: 'print the URL of a page on the site and open it in a browser',
  usage: ['open [WHAT [VALUE…]] [--print]'],
  words: service => [...pagesOf(service).keys()],
  flags: [{name: 'print', type: 'boolean', help: 'print the URL without opening a browser'}],
  takesGlobals: true,
  notes: [
    `jr opens ${formsOf('tracker')}. cf opens, by id, ${formsOf('content')}, after one GET for the URL. Without arguments, opens the home page of the site.`,
    'Opens no browser over SSH, without a display, or with --dry-run; `opened` in the output is true if a browser was opened.',
  ],
  examples: [
    'jr open project HPAY',
    'cf open blogpost 1051136',
    'jr open version HPAY 10001 --print --jq .url -r',
  ],
  async run(scanned, context) {
    const {service, program, host} = context;
    const line = parseBuiltin(open, scanned, context, 3);
    const print = await openPrinter(line, host);
    const [kind, ...given] = line.words;
    const page = kind === undefined ? {path: '/', values: []} : pageNamed(kind, service);
    if (kind !== undefined && given.length !== page.values.length) {
      const usage = `Usage: ${program} open ${formOf([kind, page])}`;
      throw wrongLine(`Wrong number of values for open ${kind}.`, usage);
    }
    const target = await resolveTarget(service, settingsFlags(line.globals), host);
    const base = target.siteUrl ?? target.baseUrl;
    if (isGateway(base)) throw noSite(base);
    const dryRun = line.globals['dry-run'] === true;
    const plan = page.reader && planReading(target, page.reader, {id: given});
    if (plan && dryRun) return print(describeRequest(plan, target));
    const path = plan
      ? makeLookup((await sendRead(plan, target, line.globals, host)).text).string(pagePointer)
      : filledPath(page.path, name => given[page.values.indexOf(name)]);
    const url = path === undefined ? undefined : addressOnSite(base, path);
    if (url === undefined) {
      throw new Failure('invalid_response', 'The response contains no page URL on this site.');
    }
    const isOnlyPrinted = dryRun || line.own.print === true;
    const opened = isOnlyPrinted ? false : await openUrl(url, host.env, host.platform);
    return print(JSON.stringify({url, opened}));
  },
};

/** The gateway of the API has no pages, and its URL does not contain the site. */
function noSite(baseUrl: string): Failure {
  return new Failure('config_error', `The API gateway ${baseUrl} has no pages to open.`, {
    hint: 'Set `site` of the profile to the URL of the site (`jr login` does), or give --base-url https://your-site.atlassian.net (cf: with /wiki/api/v2).',
    attempts: 0,
  });
}

/** The web page of a kind of entity, and the values in its path. */
interface Page {
  readonly path: string;
  readonly values: readonly string[];
  /** The operation whose response contains the path, `group name`. */
  readonly reader?: string;
}

function pagesOf(service: Service): ReadonlyMap<string, Page> {
  const pages: readonly (readonly [string, Page])[] =
    service === 'tracker'
      ? Object.entries<SitePage>(trackerPages).map(([kind, {path}]) => [
          kind,
          {path, values: placeholders(path)},
        ])
      : Object.entries(contentReaders).map(([kind, reader]) => [
          kind,
          {path: '', values: ['id'], reader},
        ]);
  return new Map(pages);
}

/** The words after `open`: the kind and its values in capitals. */
function formOf([kind, {values}]: readonly [string, Page]): string {
  return [kind, ...values.map(name => name.toUpperCase())].join(' ');
}

function formsOf(service: Service): string {
  return [...pagesOf(service)].map(formOf).join(', ');
}

/**
 * @throws Failure 'command_error' with the nearest names
 */
function pageNamed(kind: string, service: Service): Page {
  const page = pagesOf(service).get(kind);
  if (page !== undefined) return page;
  const near = nearestNames(kind, [...pagesOf(service).keys()]);
  const hint =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Pages: ${formsOf(service)}.`;
  throw wrongLine(`open has no page "${kind}".`, hint);
}
