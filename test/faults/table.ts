/** What is asked for: one object, a list in pages, a write, or the watch of failed deliveries. */
export const operationKinds = ['read', 'list', 'write', 'watch'] as const;
export type OperationKind = (typeof operationKinds)[number];

/**
 * What must come of one operation: `ok`; an error_type and how many requests are made before it;
 * and of a write whether it may have been carried out all the same. A watch `goes on`: says so and
 * asks again.
 */
export interface Expected {
  readonly error: string;
  readonly requests?: number;
  readonly mayBeDone?: true;
}

/** One fault in front of the four kinds of operation. */
export interface FaultRow {
  readonly name: string;
  /** As the sandbox takes it after the path; or the server that is there instead of the sandbox. */
  readonly fault: string | {readonly server: 'closed' | 'untrusted'};
  /** A list is struck from its second page on, and expects the same where nothing else is said. */
  readonly read: Expected;
  readonly list?: Expected;
  readonly write: Expected;
  readonly watch: Expected;
  /** Part of what is said, by both programs, wherever something is. */
  readonly says?: string;
  /** The server keeps everybody waiting: the attempts of the test end soon. */
  readonly waits?: true;
}

/** Exit code and title in the terminal UI of each error_type (contract 4). */
export const endings: Readonly<Record<string, {readonly exit: number; readonly title: string}>> = {
  validation_error: {exit: 4, title: 'Invalid request'},
  auth_failed: {exit: 2, title: 'Not allowed'},
  not_found: {exit: 3, title: 'Not found'},
  gone: {exit: 3, title: 'No longer exists'},
  conflict: {exit: 6, title: 'Changed by someone else'},
  rate_limited: {exit: 5, title: 'Too many requests'},
  client_error: {exit: 4, title: 'The server refused the request'},
  server_error: {exit: 7, title: 'Server error'},
  invalid_response: {exit: 7, title: 'Invalid response'},
  connection_error: {exit: 1, title: 'No connection'},
  timeout_error: {exit: 1, title: 'Timed out'},
};

const ok: Expected = {error: 'ok'};
const goesOn: Expected = {error: 'goes on'};

function fails(error: string, requests = 1): Expected {
  return {error, requests};
}

function perhaps(error: string, requests = 1): Expected {
  return {error, requests, mayBeDone: true};
}

/** A status that says no: once, to everybody, and the watch ends. */
function refused(status: number, error: string): FaultRow {
  const name = `status ${status}`;
  return {
    name,
    fault: String(status),
    read: fails(error),
    write: fails(error),
    watch: fails(error),
  };
}

/** The connection breaks: a read is tried again, a write never. */
function broken(name: string, fault: string, says: string): FaultRow {
  const error = 'connection_error';
  return {name, fault, says, read: fails(error, 4), write: perhaps(error), watch: goesOn};
}

function unreadable(name: string, fault: string, says: string): FaultRow {
  const error = 'invalid_response';
  return {name, fault, says, read: fails(error), write: perhaps(error), watch: goesOn};
}

function late(name: string, fault: string): FaultRow {
  const error = 'timeout_error';
  return {
    name,
    fault,
    waits: true,
    says: 'did not respond within',
    read: fails(error),
    write: perhaps(error),
    watch: goesOn,
  };
}

/** A server that fails: 502, 503 and 504 may pass, so that reads are tried again (contract 9.1). */
function failing(name: string, fault: string, requests = 4): FaultRow {
  const error = 'server_error';
  return {name, fault, read: fails(error, requests), write: perhaps(error), watch: goesOn};
}

function limited(name: string, fault: string, requests: number): FaultRow {
  const all = fails('rate_limited', requests);
  return {name, fault, read: all, write: all, watch: goesOn, says: 'Rate limit exceeded'};
}

function harmless(name: string, fault: string): FaultRow {
  return {name, fault, read: ok, write: ok, watch: ok};
}

const ended = 'closed before the response was complete';

/** Every fault, with what must come (contract 4, 6, 9 and 14). */
export const faultRows: readonly FaultRow[] = [
  harmless('latency', 'wait=20ms'),
  limited('429 with Retry-After', '429 retry-after=1', 4),
  limited('429 with a long Retry-After', '429 retry-after=60', 1),
  limited('429 without Retry-After', '429', 4),
  refused(400, 'validation_error'),
  refused(401, 'auth_failed'),
  refused(403, 'auth_failed'),
  refused(404, 'not_found'),
  refused(409, 'conflict'),
  refused(410, 'gone'),
  refused(418, 'client_error'),
  failing('status 500', '500', 1),
  failing('status 501', '501', 1),
  failing('status 502', '502'),
  failing('status 503', '503'),
  failing('status 503 with Retry-After', '503 retry-after=1'),
  failing('status 503 with a long Retry-After', '503 retry-after=60', 1),
  failing('status 504', '504'),
  failing('a status after the operation was carried out', '502 done'),
  {
    name: 'connection refused',
    fault: {server: 'closed'},
    says: 'refused',
    read: fails('connection_error', 4),
    write: fails('connection_error'),
    watch: goesOn,
  },
  {
    name: 'certificate of an unknown authority',
    fault: {server: 'untrusted'},
    says: 'not trusted',
    read: fails('connection_error'),
    write: fails('connection_error'),
    watch: goesOn,
  },
  broken('connection closed', 'drop', ended),
  broken('connection closed after the operation was carried out', 'drop done', ended),
  broken('connection reset before the response', 'reset', ended),
  broken('connection reset in the headers', 'reset=headers', ended),
  broken('connection reset in the body', 'reset=body', ended),
  broken('response truncated in the body', 'truncate', ended),
  broken('response truncated before the body', 'truncate=0', ended),
  late('Content-Length too long', 'length=+10'),
  broken('Content-Length too short', 'length=-10', 'sent an invalid HTTP response'),
  late('late response', 'wait=1m'),
  late('slow body', 'slow=1m'),
  broken('headers too long', 'header-bytes=100000', 'sent an invalid HTTP response'),
  unreadable('protocol switch', '101', 'it uses another protocol'),
  failing('HTML of a gateway', 'html'),
  unreadable('HTML of a sign-in page', '200 html', 'but no JSON: Log in to continue'),
  harmless('JSON labelled as HTML', 'type=text/html'),
  {
    name: 'empty body',
    fault: 'body=empty',
    // Of one object it is `{}`, as the contract has it (3.2); a list it is not.
    read: ok,
    list: fails('invalid_response'),
    write: ok,
    watch: goesOn,
  },
  unreadable('bad JSON', 'body=bad-json', 'but invalid JSON'),
  {
    name: 'bad UTF-8',
    fault: 'body=bad-utf8',
    // What is no UTF-8 is replaced inside the texts it stands in.
    read: ok,
    list: fails('invalid_response'),
    write: ok,
    watch: goesOn,
  },
  {
    name: '200,000 nested lists',
    fault: 'body=deep',
    read: ok,
    list: fails('invalid_response'),
    write: ok,
    watch: goesOn,
  },
  broken('JSON labelled as gzip', 'body=not-gzip', 'could not be decompressed'),
  unreadable('gzip bomb', 'body=gzip', 'The response is larger than'),
  unreadable('brotli bomb', 'body=br', 'The response is larger than'),
  unreadable('redirect loop', 'redirect', 'redirects'),
  {
    name: 'redirect to another path of the site',
    fault: 'redirect=/rest/api/3/serverInfo',
    read: ok,
    list: fails('invalid_response'),
    write: perhaps('invalid_response'),
    watch: goesOn,
  },
  unreadable('redirect to another origin', 'redirect=http://127.0.0.1:9/x', 'was not followed'),
  {
    name: 'the same page for every page',
    fault: 'pages=same',
    says: 'the next link points to a page already read',
    read: ok,
    list: {error: 'invalid_response'},
    write: ok,
    watch: ok,
  },
  harmless('clock an hour ahead', 'clock=+1h'),
];

/** What must come of one kind of operation behind a fault. */
export function expectedOf(row: FaultRow, kind: OperationKind): Expected {
  return (kind === 'list' ? row.list : row[kind]) ?? row.read;
}

/** Milliseconds an attempt of the test may take. */
export function timeoutOf({waits}: FaultRow): number {
  return waits ? 1_000 : 60_000;
}
