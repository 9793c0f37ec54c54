import {makeRandom, type Random} from './random.ts';
import {words} from './words.ts';

type NamePart = readonly [shown: string, ascii: string];

/**
 * Parse names, each followed by `=` and its form in e-mail addresses where it differs. They are
 * combined at random and refer to no real person.
 */
const parseNames = (names: readonly string[]): readonly NamePart[] =>
  names.map(name => {
    const [shown = '', ascii = shown.toLowerCase()] = name.split('=');
    return [shown, ascii];
  });

const givenNames = parseNames(words.givenNames);
const familyNames = parseNames(words.familyNames);
/** Complete names in wide letters and in right-to-left letters. */
const otherNames = parseNames(words.otherNames);

/**
 * A name that attacks a careless terminal: markup, an escape sequence, a bell and reversed text.
 */
const hostileName = 'Mallory <b>bold</b> \u001b[31mred\u001b[0m \u0007 \u202etxet\u202c';

/** An account of both services. */
export interface WorldUser {
  /** Opaque; some contain a colon. */
  readonly accountId: string;
  readonly displayName: string;
  /** Absent if the user hides it (services T2.3). */
  readonly emailAddress?: string;
  readonly active: boolean;
  readonly accountType: 'atlassian' | 'app' | 'customer';
  /** IANA name. */
  readonly timeZone: string;
  /** The address for signing in, also if it is hidden; never part of a response. */
  readonly address: string;
  readonly locale: string;
  /** Legacy identifiers, known to the migration operation only. */
  readonly key: string;
  readonly username: string;
}

export interface UserOptions {
  readonly seed: number;
  /** At least 8; the sandbox's credentials belong to the first ones. */
  readonly count: number;
}

/**
 * The first users of every world, to whom the sandbox's credentials belong: the owner of the site,
 * another administrator, the administrator of some projects, a member, and an app.
 */
const firstUsers: readonly (Partial<WorldUser> & Pick<WorldUser, 'displayName' | 'address'>)[] = [
  {displayName: 'Noor Haldane', address: 'admin@example.com'},
  {displayName: 'Callum Okafor', address: 'site.admin@example.com'},
  {displayName: 'Petra Lindqvist', address: 'project.admin@example.com'},
  {displayName: 'Mateo Wren', address: 'member@example.com'},
  {displayName: 'Delivery Watch', address: 'delivery.watch@apps.example.com', accountType: 'app'},
  {displayName: hostileName, address: 'mallory@example.com'},
];

/**
 * Create the users of a site: people of many regions, some inactive, some with a hidden address,
 * and some apps.
 */
export function makeUsers({seed, count}: UserOptions): readonly WorldUser[] {
  const random = makeRandom(seed, 'users');
  const usage = new Map<string, number>();
  const users: WorldUser[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = firstUsers[index] ?? generatePerson(random, index, usage);
    const hidden = firstUsers[index] === undefined && random.chance(18);
    const address = person.address;
    users.push({
      accountId: generateAccountId(random),
      displayName: person.displayName,
      ...(hidden || person.accountType === 'app' ? {} : {emailAddress: address}),
      active: firstUsers[index] !== undefined || !random.chance(9),
      accountType: person.accountType ?? 'atlassian',
      timeZone: random.pick(words.timeZones),
      address,
      locale: random.weighted([
        ['en_US', 6],
        ['en_UK', 2],
        ['de_DE', 1],
        ['ja_JP', 1],
      ]),
      key: index % 3 === 0 ? `JIRAUSER${10_100 + index}` : (address.split('@')[0] ?? address),
      username: address.split('@')[0] ?? address,
    });
  }
  return withInactivePerson(users);
}

/** By chance nobody of a small site is inactive; then the last person is. */
function withInactivePerson(users: readonly WorldUser[]): readonly WorldUser[] {
  const isPerson = ({accountType}: WorldUser): boolean => accountType === 'atlassian';
  if (users.some(user => isPerson(user) && !user.active)) return users;
  const last = users.findLastIndex(isPerson);
  if (last < firstUsers.length) return users;
  return users.map((user, at) => (at === last ? {...user, active: false} : user));
}

function generatePerson(
  random: Random,
  index: number,
  taken: Map<string, number>,
): Pick<WorldUser, 'displayName' | 'address' | 'accountType'> {
  const kind = random.weighted([
    ['person', 80],
    ['other', 9],
    ['app', 4],
    ['customer', 7],
  ]);
  if (kind === 'app') {
    const name = random.pick(words.appNames);
    const local = unusedName(name.toLowerCase().replaceAll(' ', '.'), taken);
    return {displayName: name, address: `${local}@apps.example.com`, accountType: 'app'};
  }
  const [shown, ascii] = kind === 'other' ? random.pick(otherNames) : generateName(random);
  const local = unusedName(ascii, taken);
  if (kind === 'customer') {
    return {
      displayName: shown,
      address: `${local}@customer-${index}.example`,
      accountType: 'customer',
    };
  }
  return {displayName: shown, address: `${local}@example.com`, accountType: 'atlassian'};
}

function generateName(random: Random): readonly [string, string] {
  const given = random.pick(givenNames);
  const family = random.pick(familyNames);
  return [`${given[0]} ${family[0]}`, `${given[1]}.${family[1]}`];
}

function unusedName(name: string, taken: Map<string, number>): string {
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}.${before + 1}`;
}

function generateAccountId(random: Random): string {
  if (random.chance(50)) return `712020:${random.uuid()}`;
  const digits = Array.from({length: 21}, () => random.int(0, 15).toString(16)).join('');
  return `5f0${digits}`;
}
