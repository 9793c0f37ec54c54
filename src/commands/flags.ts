/** A flag as needed for help, parsing and the docs. */
export interface FlagRow {
  readonly name: string;
  /** One letter, without its dash. */
  readonly short?: string;
  /**
   * `duration`: 30s, 5m, 2m30s; `size`: 64MiB, 1G; `list`: may be repeated; `pair`: a name and a
   * value as two words, or name=value as one, and may be repeated.
   */
  readonly type: 'string' | 'boolean' | 'integer' | 'duration' | 'size' | 'list' | 'pair';
  /** Its description, a sentence fragment. */
  readonly help: string;
  /** The only thing it works with, such as an operation; help lists it apart. */
  readonly only?: string;
  /** Its default, as text. */
  readonly default?: string;
  /** An empty value counts as not given, as in the documented table of flags. */
  readonly emptyIsAbsent?: true;
  /** The only values it takes. */
  readonly values?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Environment variable with the same effect, without its prefix `JR_` or `CF_`. */
  readonly env?: string;
  /** For completion: the source of its values, if they are dynamic; `body`: a file after @. */
  readonly suggests?: 'profiles' | 'presets' | 'files' | 'body' | 'columns';
}

/**
 * The flags of every command: the 16 of contract 16, then those of contract 10. A new one needs one
 * row here.
 */
export const globalFlags = [
  {
    name: 'profile',
    short: 'p',
    type: 'string',
    emptyIsAbsent: true,
    env: 'PROFILE',
    help: 'profile of the configuration file to use',
    suggests: 'profiles',
  },
  {
    name: 'base-url',
    type: 'string',
    emptyIsAbsent: true,
    env: 'BASE_URL',
    help: 'address of the service',
  },
  {
    name: 'auth-type',
    type: 'string',
    emptyIsAbsent: true,
    env: 'AUTH_TYPE',
    values: ['basic', 'bearer', 'oauth2', 'app'],
    help: 'kind of credentials',
  },
  {
    name: 'auth-user',
    type: 'string',
    emptyIsAbsent: true,
    env: 'AUTH_USER',
    help: 'user name of basic credentials (the e-mail address of the account)',
  },
  {
    name: 'auth-token',
    type: 'string',
    emptyIsAbsent: true,
    env: 'AUTH_TOKEN',
    help: 'API token or bearer token; better given in the environment or a profile',
  },
  {
    name: 'preset',
    type: 'string',
    emptyIsAbsent: true,
    help: 'output preset to use; `preset list` shows them',
    suggests: 'presets',
  },
  {
    name: 'jq',
    type: 'string',
    emptyIsAbsent: true,
    help: 'jq filter for the response; @file reads the filter from a file',
    suggests: 'body',
  },
  {
    name: 'fields',
    type: 'string',
    emptyIsAbsent: true,
    help: 'comma-separated fields to request from the server; GET only',
  },
  {
    name: 'cache',
    type: 'duration',
    default: '0',
    help: 'reuse GET responses for this long; 0 disables the cache',
  },
  {
    name: 'pretty',
    type: 'boolean',
    default: 'false',
    help: 'indent the JSON; on by default on a terminal (--pretty=false turns it off)',
  },
  {
    name: 'no-paginate',
    type: 'boolean',
    default: 'false',
    help: 'read only the first page instead of all pages',
  },
  {
    name: 'verbose',
    type: 'boolean',
    default: 'false',
    help: 'print one JSON line per request to standard error, and notes on the inputs; on a terminal also the rate limit if the server reports one',
  },
  {
    name: 'dry-run',
    type: 'boolean',
    default: 'false',
    help: 'print the request instead of sending it',
  },
  {
    name: 'timeout',
    type: 'duration',
    default: '30s',
    help: 'longest wait for one response; 0 for no limit',
  },
  {
    name: 'audit',
    type: 'boolean',
    default: 'false',
    help: 'record the operation in the audit log',
  },
  {
    name: 'audit-file',
    type: 'string',
    emptyIsAbsent: true,
    help: 'path of the audit log; implies --audit. The default path is audit.log in the configuration directory',
    suggests: 'files',
  },
  {
    name: 'concurrency',
    type: 'integer',
    default: '6',
    min: 1,
    max: 16,
    help: 'pages requested at a time',
  },
  {
    name: 'retries',
    type: 'integer',
    default: '3',
    min: 0,
    max: 10,
    help: 'retries of a GET after a network failure, and of any request after a 429',
  },
  {
    name: 'partial',
    type: 'boolean',
    default: 'false',
    help: 'if a page fails, print the pages already read',
  },
  {
    name: 'wait',
    type: 'boolean',
    default: 'false',
    help: 'wait until an asynchronous task ends',
  },
  {
    name: 'write',
    type: 'boolean',
    default: 'false',
    help: 'allow writes with a protected profile',
  },
  {
    name: 'raw-output',
    short: 'r',
    type: 'boolean',
    default: 'false',
    help: 'print strings bare, without quotes',
  },
  {
    name: 'output',
    short: 'o',
    type: 'string',
    default: 'json',
    values: ['json', 'jsonl', 'table', 'csv', 'tsv', 'yaml'],
    help: 'output format, for the items of a list, a single object or the results of --jq',
  },
  {
    name: 'columns',
    type: 'string',
    help: 'comma-separated columns of a table, CSV or TSV, in order: column ids, titles, members (lead.displayName) or JSON pointers',
    suggests: 'columns',
  },
  {
    name: 'pager',
    type: 'boolean',
    default: 'false',
    env: 'PAGER',
    help: 'page long terminal output, with the program in JR_PAGER or CF_PAGER, else in PAGER, else less -FRX',
  },
  {
    name: 'arg',
    type: 'pair',
    help: 'jq variable with a string value; may be repeated',
  },
  {
    name: 'argjson',
    type: 'pair',
    help: 'jq variable with a JSON value; may be repeated',
  },
  {
    name: 'include',
    type: 'boolean',
    default: 'false',
    help: 'print status and headers, without secrets, before the response',
  },
  {
    name: 'unchecked',
    type: 'boolean',
    default: 'false',
    help: 'send the request without checking body fields and credential types',
  },
  {
    name: 'clear',
    type: 'list',
    help: 'text field to empty, such as body or description; may be repeated. Empty flag values are refused otherwise',
  },
  {
    name: 'color',
    type: 'string',
    default: 'auto',
    values: ['auto', 'always', 'never'],
    help: 'when to use colours, for JSON on a terminal, help and the terminal UI',
  },
  {
    name: 'max-answer',
    type: 'size',
    default: '512MiB',
    help: 'largest response accepted after decompression; applies per page',
  },
  {
    name: 'undoable',
    type: 'boolean',
    default: 'false',
    help: 'before a write, read the object, so that `undo` can restore its values: one more request',
  },
  {
    name: 'no-journal',
    type: 'boolean',
    default: 'false',
    help: 'do not record the write in the journal',
  },
  {
    name: 'exit-on',
    type: 'string',
    help: 'jq filter for the response; if an output is neither false nor null, exit with code 8',
  },
  {
    name: 'names',
    type: 'boolean',
    default: 'false',
    help: 'accept names in place of ids, such as HPAY/2.4.0 for a version, and look them up first; each lookup is reported',
  },
  {
    name: 'max-wait',
    type: 'duration',
    help: 'longest wait of a request for the rate limit of the service (429), with retries until then. Default: 30s before each of --retries, and 10m in commands that send many requests. In watch, it limits the wait between two attempts (default: 10m), and the wait for a --forward-to URL that refuses connections; a --report that waits longer fails',
  },
  {
    name: 'exit-status',
    short: 'e',
    type: 'boolean',
    default: 'false',
    help: 'exit with code 8 if the last output of --jq or the preset is false or null, or if there is no output',
  },
  {
    name: 'no-guard',
    type: 'boolean',
    default: 'false',
    help: 'in CSV and TSV, write texts that start with =, +, - or @ unchanged; spreadsheets may evaluate them as formulas',
  },
] as const satisfies readonly FlagRow[];

/** Values of flags that take a name and a value, in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** The types of flag values; of a repeatable flag only the texts are known. */
interface ValuesByType {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Bytes. */
  readonly size: number;
  readonly pair: Pairs;
  readonly list: never;
}

type ValueOf<F extends FlagRow> = F extends {readonly values: readonly (infer Value)[]}
  ? Value
  : ValuesByType[F['type']];

/** Name → value of each given flag. */
export type ValuesOf<Rows extends readonly FlagRow[]> = {
  readonly [F in Rows[number] as F['name']]?: ValueOf<F>;
};

export type GlobalValues = ValuesOf<typeof globalFlags>;

/** The global flags, typed as rows of a table. */
export const globalRows: readonly FlagRow[] = globalFlags;

/** Names of the flags that select the target, the credentials and the audit log. */
export const targetFlags: readonly string[] = [
  'profile',
  'base-url',
  'auth-type',
  'auth-user',
  'auth-token',
  'audit',
  'audit-file',
];

export const helpFlag: FlagRow = {
  name: 'help',
  short: 'h',
  type: 'boolean',
  help: 'show this help',
};

/** The program's version; only before a group. */
export const versionFlag: FlagRow = {
  name: 'version',
  type: 'boolean',
  help: 'print the version of this program as JSON',
};
