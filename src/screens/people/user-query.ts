/** A statement of the structured user query with what it finds (services T2.3). */
export interface QueryStatement {
  readonly form: string;
  readonly finds: string;
}

/** All statements of the query language. */
export const queryStatements: readonly QueryStatement[] = [
  {form: 'is assignee of WEB', finds: 'users assigned to an issue of the project'},
  {form: 'is assignee of (WEB-1, WEB-2)', finds: 'assignees of these issues'},
  {form: 'is reporter of (WEB-1)', finds: 'reporters of these issues'},
  {form: 'is watcher of (WEB-1)', finds: 'watchers of these issues'},
  {form: 'is voter of (WEB-1)', finds: 'voters of these issues'},
  {form: 'is commenter of (WEB-1)', finds: 'users who commented on these issues'},
  {form: 'is transitioner of (WEB-1)', finds: 'users who transitioned these issues'},
  {form: "[team].office.city is 'Oslo'", finds: 'users whose property team has this value'},
];

const roles = ['assignee', 'reporter', 'watcher', 'voter', 'commenter', 'transitioner'];
const tokenPattern = /\[[^\]]*\]|'[^']*'|"[^"]*"|[(),]|[^\s(),[\]'"]+|['"[\]]/g;

/** The problem of a structured user query, with what was expected; undefined if there is none. */
export function userQueryProblem(text: string): string | undefined {
  const tokens = text.match(tokenPattern) ?? [];
  if (tokens.length === 0)
    return "needs a query, such as: is assignee of WEB, or [team].city is 'Oslo'";
  let at = 0;
  let problem: string | undefined;
  const peek = (): string => (tokens[at] ?? '').toLowerCase();
  const expects = (what: string): false => {
    problem ??= `expected ${what}, found ${tokens[at] === undefined ? 'the end' : `“${tokens[at]}”`}`;
    return false;
  };
  const take = (fits: boolean, what: string): boolean => {
    if (!fits) return expects(what);
    at += 1;
    return true;
  };
  const name = (what: string): boolean => take(/^[\w-]+$/.test(peek()), what);
  const issues = (): boolean => {
    if (!take(peek() === '(', '“(” and issues') || !name('an issue')) return false;
    while (peek() === ',') {
      at += 1;
      if (!name('an issue')) return false;
    }
    return take(peek() === ')', '“,” or “)”');
  };
  const person = (): boolean => {
    if (!take(peek() === 'is', '“is” or a property in [ ]')) return false;
    const role = peek();
    if (!take(roles.includes(role), `one of ${roles.join(', ')}`)) return false;
    if (!take(peek() === 'of', '“of”')) return false;
    return role === 'assignee' && peek() !== '(' ? name('a project, or “(” and issues') : issues();
  };
  const property = (): boolean =>
    take(/^\[[^\]]+\]$/.test(peek()), 'a property in [ ]') &&
    take(/^\.[\w.-]+$/.test(peek()), 'the path in it, such as .city') &&
    take(peek() === 'is', '“is”') &&
    take(/^['"].*['"]$/.test(peek()), "a value in quotes, such as 'Oslo'");
  const primary = (): boolean => {
    if (peek().startsWith('[')) return property();
    if (peek() !== '(') return person();
    at += 1;
    return joined() && take(peek() === ')', '“)”');
  };
  const joined = (): boolean => {
    if (!primary()) return false;
    while (peek() === 'and' || peek() === 'or') {
      at += 1;
      if (!primary()) return false;
    }
    return true;
  };
  if (joined() && at < tokens.length) expects('AND, OR or the end');
  return problem;
}
