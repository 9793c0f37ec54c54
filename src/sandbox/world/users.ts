import {type Draw, makeDraw} from './random.ts';
import {words} from './words.ts';

type NamePart = readonly [shown: string, ascii: string];

/**
 * Names, each with the letters an address is made of behind an equals sign where they differ. Combined
 * at random; no person is meant.
 */
const named = (names: readonly string[]): readonly NamePart[] =>
  names.map(name => {
    const [shown = '', ascii = shown.toLowerCase()] = name.split('=');
    return [shown, ascii];
  });

const givenNames = named(words.givenNames);
const familyNames = named(words.familyNames);
/** Whole names in wide letters and in letters that run from right to left. */
const otherNames = named(words.otherNames);

/** A name that attacks a careless terminal: markup, an escape sequence, a bell and a turned-around tail. */
const hostileName = 'Mallory <b>bold</b> \u001b[31mred\u001b[0m \u0007 \u202etxet\u202c';

/** An account of both services. */
export interface WorldUser {
  /** Opaque; some contain a colon. */
  readonly accountId: string;
  readonly displayName: string;
  /** Absent when the person hides it (services T2.3). */
  readonly emailAddress?: string;
  readonly active: boolean;
  readonly accountType: 'atlassian' | 'app' | 'customer';
  /** IANA name. */
  readonly timeZone: string;
  /** The address also when it is hidden: who signs in, never shown in searches. */
  readonly address: string;
  readonly locale: string;
  /** Legacy identifiers, known to the migration operation only. */
  readonly key: string;
  readonly username: string;
}

export interface UserOptions {
  readonly seed: number;
  /** At least 8: the first ones are who the sandbox's credentials stand for. */
  readonly count: number;
}

/**
 * Who the credentials of the sandbox stand for, always the first users: the keeper of the site, another
 * administrator, the administrator of some projects, a member, and an app.
 */
const castOfFirst: readonly (Partial<WorldUser> & Pick<WorldUser, 'displayName' | 'address'>)[] = [
  {displayName: 'Noor Haldane', address: 'admin@example.com'},
  {displayName: 'Callum Okafor', address: 'site.admin@example.com'},
  {displayName: 'Petra Lindqvist', address: 'project.admin@example.com'},
  {displayName: 'Mateo Wren', address: 'member@example.com'},
  {displayName: 'Delivery Watch', address: 'delivery.watch@apps.example.com', accountType: 'app'},
  {displayName: hostileName, address: 'mallory@example.com'},
];

/** Users of a site: people from many places, some gone, some hiding their address, some apps. */
export function makeUsers({seed, count}: UserOptions): readonly WorldUser[] {
  const draw = makeDraw(seed, 'users');
  const taken = new Map<string, number>();
  const users: WorldUser[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = castOfFirst[index] ?? drawPerson(draw, index, taken);
    const hidden = castOfFirst[index] === undefined && draw.chance(18);
    const address = person.address;
    users.push({
      accountId: drawAccountId(draw),
      displayName: person.displayName,
      ...(hidden || person.accountType === 'app' ? {} : {emailAddress: address}),
      active: castOfFirst[index] !== undefined || !draw.chance(9),
      accountType: person.accountType ?? 'atlassian',
      timeZone: draw.pick(words.timeZones),
      address,
      locale: draw.weighted([
        ['en_US', 6],
        ['en_UK', 2],
        ['de_DE', 1],
        ['ja_JP', 1],
      ]),
      key: index % 3 === 0 ? `JIRAUSER${10_100 + index}` : (address.split('@')[0] ?? address),
      username: address.split('@')[0] ?? address,
    });
  }
  return users;
}

function drawPerson(
  draw: Draw,
  index: number,
  taken: Map<string, number>,
): Pick<WorldUser, 'displayName' | 'address' | 'accountType'> {
  const kind = draw.weighted([
    ['person', 80],
    ['other', 9],
    ['app', 4],
    ['customer', 7],
  ]);
  if (kind === 'app') {
    const name = draw.pick(words.appNames);
    const local = unusedName(name.toLowerCase().replaceAll(' ', '.'), taken);
    return {displayName: name, address: `${local}@apps.example.com`, accountType: 'app'};
  }
  const [shown, ascii] = kind === 'other' ? draw.pick(otherNames) : drawName(draw);
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

function drawName(draw: Draw): readonly [string, string] {
  const given = draw.pick(givenNames);
  const family = draw.pick(familyNames);
  return [`${given[0]} ${family[0]}`, `${given[1]}.${family[1]}`];
}

function unusedName(name: string, taken: Map<string, number>): string {
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}.${before + 1}`;
}

function drawAccountId(draw: Draw): string {
  if (draw.chance(50)) return `712020:${draw.uuid()}`;
  const digits = Array.from({length: 21}, () => draw.int(0, 15).toString(16)).join('');
  return `5f0${digits}`;
}
