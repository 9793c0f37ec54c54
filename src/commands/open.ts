import {placeholders, type Service} from '../api/operation.ts';
import {
  addressOnSite,
  contentReaders,
  filledPath,
  pagePointer,
  trackerPages,
} from '../api/site-page.ts';
import {Failure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {nearestNames} from '../base/nearest.ts';
import {openUrl} from '../host/open-url.ts';
import {resolveTarget} from '../host/settings.ts';
import {askQuietly, planReading} from './ask-quietly.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import {settingsFlags} from './globals.ts';
import {describeRequest} from './prepare-request.ts';
import {wrongLine} from './scan.ts';

/** `open`: the page of a thing on the site, printed and shown in a browser. */
export const open: Builtin = {
  name: 'open',
  summary: 'print the address of a page of the site and open it in a browser',
  usage: ['open [WHAT [VALUE…]] [--print]'],
  words: service => kindsOf(service),
  flags: [{name: 'print', type: 'boolean', help: 'print the address, open nothing'}],
  takesGlobals: true,
  notes: [
    `Of jr: ${formsOf('tracker')}. Of cf, by id: ${formsOf('content')}; these are read first, for their address. Without words the site itself.`,
    'Opens nothing over SSH, without a screen, or under --dry-run; `opened` says whether it did.',
  ],
  examples: ['open project HPAY', 'open version HPAY 10001 --print --jq .url -r'],
  async run(argv, context) {
    const {service, program, host} = context;
    const line = parseBuiltin(open, argv, context, 3);
    const print = await openPrinter(line, host);
    const [kind, ...values] = line.words;
    const usage = kind === undefined ? '' : usageOf(service, kind, program);
    if (values.length !== usage.split(' ').filter(word => /^[A-Z]/.test(word)).length) {
      throw wrongUse(`open ${kind ?? ''} takes other values.`, program, usage);
    }
    const target = await resolveTarget(service, settingsFlags(line.globals), host);
    const dryRun = line.globals['dry-run'] === true;
    const reader = service === 'content' && kind !== undefined ? readerOf(kind) : undefined;
    const plan = reader && planReading(target, reader, {id: values});
    if (plan && dryRun) return print(describeRequest(plan, target));
    const path = plan
      ? makeLookup((await askQuietly(plan, target, line.globals, host)).text).string(pagePointer)
      : pathOf(kind, values);
    const url = path === undefined ? undefined : addressOnSite(target.baseUrl, path);
    if (url === undefined) {
      throw new Failure('invalid_response', 'The service names no page of it on this site.');
    }
    const isOnlyPrinted = dryRun || line.own.print === true;
    const opened = isOnlyPrinted ? false : await openUrl(url, host.env, host.platform);
    return print(JSON.stringify({url, opened}));
  },
};

function kindsOf(service: Service): readonly string[] {
  return Object.keys(service === 'tracker' ? trackerPages : contentReaders);
}

/** What follows `open`: the kind and its values in capitals. */
function formOf(service: Service, kind: string): string {
  const holes = service === 'content' ? ['id'] : placeholders(pageOf(kind)?.path ?? '');
  return [kind, ...holes.map(hole => hole.toUpperCase())].join(' ');
}

function formsOf(service: Service): string {
  return kindsOf(service)
    .map(kind => formOf(service, kind))
    .join(', ');
}

function pageOf(kind: string): {readonly path: string} | undefined {
  return Object.entries(trackerPages).find(([name]) => name === kind)?.[1];
}

function usageOf(service: Service, kind: string, program: 'jr' | 'cf'): string {
  if (kindsOf(service).includes(kind)) return `${program} open ${formOf(service, kind)}`;
  const near = nearestNames(kind, kindsOf(service));
  throw wrongLine(
    `open knows no page of "${kind}".`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It knows ${formsOf(service)}.`,
  );
}

function wrongUse(message: string, program: string, usage: string): Failure {
  return wrongLine(message, `Usage: ${usage === '' ? `${program} open WHAT VALUE` : usage}`);
}

function pathOf(kind: string | undefined, values: readonly string[]): string | undefined {
  const path = kind === undefined ? '/' : (pageOf(kind)?.path ?? '/');
  const holes = placeholders(path);
  return filledPath(path, name => values[holes.indexOf(name)]);
}

/** The operation that reads a thing of a kind, for its address. */
function readerOf(kind: string): string | undefined {
  return Object.entries(contentReaders).find(([name]) => name === kind)?.[1];
}
