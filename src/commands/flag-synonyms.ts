/** Flags of other programs, without dashes → the equivalent here, as sentences. */
const advice: Readonly<Record<string, string>> = {
  X: 'For a request by method and path: jr raw GET /rest/api/3/myself.',
  H: "Only raw sends headers: jr raw GET PATH --header 'Name: value'.",
  d: 'The body of a request is --body TEXT, --body @FILE, or --body - for standard input.',
  F: 'Only raw sends a form: raw POST PATH --form file=@a.png.',
  u: 'Sign in with login, or set JR_AUTH_USER and JR_AUTH_TOKEN.',
  v: '--verbose prints each request to standard error.',
  y: 'Commands do not ask for confirmation; --dry-run prints the request without sending it.',
  json: 'JSON is the default; --jq selects members.',
  csv: 'Use --output csv.',
  table: 'Use --output table.',
  raw: 'JSON as the server sent it is the default; --raw-output prints texts without quotes.',
  delimiter: 'Use --output tsv or --output csv.',
  'no-headers': "Use --jq '.values[] | [.key, .name] | @tsv' --raw-output.",
  template: 'Use --jq with --raw-output, or --output table.',
  limit:
    'Lists are complete. --no-paginate reads one page; the help of the operation has the flag for its size.',
  all: 'Lists are complete by default; --no-paginate reads one page.',
  paginate: 'Lists are complete by default; only raw has --paginate.',
  web: 'For the page in the browser: jr open project HPAY.',
  token: 'Sign in with jr login --token @FILE, or set JR_AUTH_TOKEN.',
  site: 'Use --base-url, or --profile for a site you signed in to.',
  jql: "For issues: jr raw GET /rest/api/3/search/jql --query 'jql=project = HPAY'.",
};

/** Other names of the same flags. */
const synonyms: Readonly<Record<string, string>> = {
  ...{request: 'X', method: 'X', header: 'H', data: 'd', form: 'F', user: 'u', email: 'u'},
  ...{debug: 'v', trace: 'v', yes: 'y', force: 'y', confirm: 'y', plain: 'table'},
  ...{format: 'table', url: 'site', host: 'site', 'page-all': 'all', 'dump-header': 'v'},
};

/**
 * Describe the equivalent of a flag of another program.
 *
 * @param rawName with its dashes
 * @returns undefined for an unknown flag
 */
export function adviceForFlag(rawName: string): string | undefined {
  const name = rawName.replace(/^-+/, '');
  const known = Object.hasOwn(synonyms, name) ? (synonyms[name] ?? '') : name;
  return Object.hasOwn(advice, known) ? advice[known] : undefined;
}
