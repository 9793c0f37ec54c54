import {type FormBody, type FormPart, makeForm} from '../api/multipart.ts';
import type {Service} from '../api/operation.ts';
import {isJsonType, planRaw, type RawRequest} from '../api/plan-raw.ts';
import type {Problem} from '../api/request-plan.ts';
import {toFailure} from '../base/failure.ts';
import type {AuditSubject} from '../host/audit-trail.ts';
import type {Host} from '../host/host.ts';
import {withAudit} from './audited.ts';
import {readBody, readSource} from './body-source.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin} from './builtin-line.ts';
import {compileWith} from './compile-filter.ts';
import type {CommandContext} from './context.ts';
import type {FlagRow} from './flags.ts';
import {runRequest} from './run-request.ts';
import {type Scanned, wrongLine} from './scan.ts';

const flags = [
  {name: 'query', type: 'list', help: 'query parameter as name=value; may be repeated'},
  {
    name: 'body',
    type: 'string',
    // Read by readBody, which rejects an empty body.
    emptyIsAbsent: true,
    help: 'JSON text, @file, or - for standard input',
    suggests: 'body',
  },
  {
    name: 'content-type',
    type: 'string',
    default: 'application/json',
    help: 'content type of the body; a body that is not JSON is sent unchanged',
  },
  {
    name: 'form',
    type: 'list',
    help: 'form field as name=text or name=@file, sent as multipart/form-data; may be repeated',
    suggests: 'body',
  },
  {
    name: 'paginate',
    type: 'boolean',
    default: 'false',
    help: 'follow nextPageToken (sent in the body for POST); GET responses are paginated automatically',
  },
  {name: 'header', type: 'list', help: 'request header as "Name: value"; may be repeated'},
] as const satisfies readonly FlagRow[];

/** `raw`: send any request to the service (contract 1). */
export const raw: Builtin<typeof flags> = {
  name: 'raw',
  summary: 'send any request to the service',
  usage: [
    'raw <METHOD> <path> [--query k=v]… [--header …]… [--paginate] [--body … [--content-type T] | --form k=v…]',
  ],
  words: ['GET', 'POST', 'PUT', 'DELETE'],
  flags,
  takesGlobals: true,
  isPaged: true,
  notes: [
    'The path is appended to the base URL. An absolute URL must have the origin of the base URL.',
    'Pages of a list are recognized in the response and merged; --no-paginate reads only the first. A note on standard error reports pages that were not followed.',
    'The type of a form file is detected from its first bytes; set another one after the path: --form "file=@a.csv;type=text/csv".',
  ],
  examples: [
    'jr raw GET /rest/api/3/serverInfo',
    'jr raw GET "/rest/api/3/user/search?query=lena" --pretty',
    'jr raw POST /rest/api/3/universal_avatar/type/project/owner/10000 --body @icon.png --content-type image/png --header "X-Atlassian-Token: no-check"',
    'jr raw POST /rest/api/3/issue/HPAY-1/attachments --form file=@shot.png --header "X-Atlassian-Token: no-check"',
    'cf raw GET /pages --query space-id=65540 --query status=draft',
    'cf raw POST /footer-comments --body @comment.json',
    'jr raw POST /rest/api/3/search/jql --body \'{"jql": "project = HPAY"}\' --paginate --jq .issues[].id',
  ],
  async run(scanned, context) {
    return withAudit(subjectOf(scanned), scanned, context, async trail => {
      const line = parseBuiltin(raw, scanned, context, 2);
      const {request, problems} = await readRequest(line, context);
      const filter = await compileWith(line.globals, problems, context.host);
      return runRequest(
        {
          globals: line.globals,
          ...(filter && {filter}),
          trail,
          plan: (client, options) => client.planRaw(request, options),
        },
        context,
      );
    });
  },
};

/** The audit subject of a line that may be invalid. */
function subjectOf({words}: Scanned): AuditSubject {
  const [, method, path] = words;
  if (method === undefined) return {title: raw.name};
  return {
    title: `raw ${method.toUpperCase()}`,
    method: method.toUpperCase(),
    ...(path !== undefined && {path}),
  };
}

async function readRequest(
  {words, own, texts, problems, globals}: BuiltinLine,
  {program, host, service}: CommandContext,
): Promise<{readonly request: RawRequest; readonly problems: readonly Problem[]}> {
  const [method, path] = words;
  if (method === undefined || path === undefined) {
    throw wrongLine('raw requires a method and a path.', `Usage: ${program} ${raw.usage[0]}`);
  }
  const pairs = (texts.get('query') ?? []).map(splitPair);
  const {form, problems: wrongForm} = await readForm(texts.get('form') ?? [], host);
  const given = texts.get('content-type')?.at(-1) || undefined;
  const contentType = form?.contentType ?? given;
  const wants = contentType === undefined || isJsonType(contentType) ? 'text' : 'bytes';
  const {body, problems: unread} = await readBody(
    texts.get('body') ?? [],
    wants,
    host,
    '; omit --body to send no body',
  );
  const request: RawRequest = {
    method: method.toUpperCase(),
    path,
    query: pairs.flatMap(pair => (typeof pair === 'string' ? [] : [pair])),
    headers: (texts.get('header') ?? []).map(splitHeader),
    ...((form ?? body) !== undefined && {body: form?.content ?? body}),
    ...(contentType !== undefined && {contentType}),
    ...(own.paginate === true && {paginate: true}),
  };
  const besides = ['body', 'content-type'].filter(name => texts.has('form') && texts.has(name));
  const both = own.paginate === true && globals['no-paginate'] === true;
  const all = [
    ...problems,
    ...pairs.flatMap(pair => (typeof pair === 'string' ? [{input: 'query', message: pair}] : [])),
    ...unread,
    ...wrongForm,
    ...besides.map(name => ({
      input: name,
      message: `--${name} cannot be combined with --form, which is the body`,
    })),
    ...(both
      ? [{input: 'paginate', message: '--paginate and --no-paginate cannot be combined'}]
      : []),
    ...problemsOfPlan(service, request),
  ];
  return {request, problems: all};
}

/** The pair, or its problem. */
function splitPair(text: string): readonly [string, string] | string {
  const at = text.indexOf('=');
  return at > 0
    ? [text.slice(0, at), text.slice(at + 1)]
    : `--query must be name=value, not "${text}"`;
}

/** `Name: value`; without a colon the whole text is the name, which planning rejects. */
function splitHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([^:]*):\s*(.*?)\s*$/s.exec(text) ?? [];
  return name === undefined || value === undefined ? [`${text}:`, ''] : [name, value];
}

/**
 * The problems found by planning without a base URL; whether a complete URL matches it is checked
 * later.
 */
function problemsOfPlan(service: Service, request: RawRequest): readonly Problem[] {
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(request.path);
  try {
    planRaw(
      service,
      {...request, path: isWhole ? '/' : request.path},
      {
        baseUrl: 'https://any.invalid',
      },
    );
    return [];
  } catch (error) {
    const {kind, details} = toFailure(error);
    if (kind !== 'validation_error') throw error;
    return Object.entries(details.errors ?? {}).map(([input, message]) => ({input, message}));
  }
}

/**
 * The form of --form: `name=text`, or `name=@file`, optionally followed by `;type=image/png`.
 *
 * @returns no body if there is none, or one cannot be read
 */
async function readForm(
  texts: readonly string[],
  host: Host,
): Promise<{readonly form?: FormBody; readonly problems: readonly Problem[]}> {
  if (texts.length === 0) return {problems: []};
  const parts: FormPart[] = [];
  const problems: Problem[] = [];
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) {
      const message = `--form must be name=text or name=@file, not ${JSON.stringify(text)}`;
      problems.push({input: 'form', message});
      continue;
    }
    const name = text.slice(0, at);
    const value = text.slice(at + 1);
    if (!value.startsWith('@')) {
      parts.push({name, content: value});
      continue;
    }
    const [, path = '', type] = /^@(.*?)(?:;type=([\w.+-]+\/[\w.+-]+))?$/s.exec(value) ?? [];
    const {body, problems: unread} = await readSource('form', `@${path}`, 'bytes', host);
    problems.push(...unread);
    const fileName = path.replace(/^.*[\\/]/s, '');
    if (body !== undefined) parts.push({name, content: body, fileName, ...(type && {type})});
  }
  return problems.length > 0 ? {problems} : {form: makeForm(parts, () => host.random()), problems};
}
