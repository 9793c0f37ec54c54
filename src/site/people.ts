import {isObject, type JsonObject, type JsonValue, textMembers} from '../base/json-value.ts';

/** A person of people.yaml. */
export interface SitePerson {
  readonly alias: string;
  readonly name?: string;
  readonly email?: string;
  /** Origin of a site → account id there. */
  readonly accounts: Readonly<Record<string, string>>;
}

/** The people of the files, by alias, and new ones met on the site. */
export interface People {
  /** The alias of an account of the site; adds the person if nobody has the account. */
  aliasOf(accountId: string, name?: string, email?: string): string;
  /** The account of an alias on the site; undefined if it has none there. */
  accountOf(alias: string): string | undefined;
  find(alias: string): SitePerson | undefined;
  /** Adds the account of a person on the site. */
  match(alias: string, accountId: string): void;
  /** Accounts on the site by alias. */
  accounts(): Readonly<Record<string, string>>;
  /** The value of people.yaml, sorted by alias. */
  toValue(): JsonObject;
}

/**
 * Make the people of a site.
 *
 * @param value the value of people.yaml
 * @param site origin of the site, such as https://example.atlassian.net
 */
export function makePeople(value: JsonValue | undefined, site: string): People {
  const people = new Map<string, SitePerson>();
  const aliases = new Map<string, string>();
  // The first person with an account of any site, or with an address.
  const known = new Map<string, string>();
  const add = (person: SitePerson): void => {
    const {alias, accounts, email} = person;
    people.set(alias, person);
    const account = accounts[site];
    if (account !== undefined) aliases.set(account, alias);
    for (const one of [...Object.values(accounts), ...(email === undefined ? [] : [email])]) {
      if (!known.has(one)) known.set(one, alias);
    }
  };
  for (const [alias, one] of Object.entries(isObject(value) ? value : {})) {
    const {name, email} = textMembers(one);
    const accounts = isObject(one) ? textMembers(one.accounts) : {};
    add({alias, accounts, ...(name && {name}), ...(email && {email})});
  }
  const match = (alias: string, accountId: string): void => {
    const person = people.get(alias) ?? {alias, accounts: {}};
    add({...person, accounts: {...person.accounts, [site]: accountId}});
  };
  return {
    aliasOf(accountId, name, email) {
      const own = aliases.get(accountId);
      if (own !== undefined) return own;
      // An account is the same person on every site that it can use.
      const same = known.get(accountId) ?? (email === undefined ? undefined : known.get(email));
      const alias = same ?? freeAlias(aliasFor(name ?? accountId), people);
      if (same === undefined) {
        add({alias, accounts: {}, ...(name && {name}), ...(email && {email})});
      }
      match(alias, accountId);
      return alias;
    },
    accountOf: alias => people.get(alias)?.accounts[site],
    find: alias => people.get(alias),
    match,
    accounts: () => Object.fromEntries([...aliases].map(([account, alias]) => [alias, account])),
    toValue: () =>
      Object.fromEntries(
        [...people.values()]
          .sort((a, b) => (a.alias < b.alias ? -1 : 1))
          .map(({alias, name, email, accounts}) => [
            alias,
            {...(name && {name}), ...(email && {email}), accounts},
          ]),
      ),
  };
}

/** Lower case letters of any script and digits, with dashes. */
function aliasFor(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter(Boolean).join('-') || 'person';
}

function freeAlias(wanted: string, people: ReadonlyMap<string, SitePerson>): string {
  let alias = wanted;
  for (let n = 2; people.has(alias); n++) alias = `${wanted}-${n}`;
  return alias;
}
