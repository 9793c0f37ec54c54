import {type Draw, makeDraw} from './random.ts';
import {items} from './table.ts';

/**
 * Invented given and family names from many places, each with the letters an address is made of
 * behind an equals sign where they differ. Combined at random; no person is meant.
 */
type NamePart = readonly [shown: string, ascii: string];

const named = (names: string): readonly NamePart[] =>
  names.split(' ').map(name => {
    const [shown = '', ascii = shown.toLowerCase()] = name.split('=');
    return [shown, ascii];
  });

/** Names written left to right in one column per letter or with combining marks. */
const givenNames = named(
  'Amara Anouk Arjun Asta Bela Bram Callum Carys Chidi Dalia Dario Devika Eamon Edda Eero Elif ' +
    'Emeka Esme Farah Femke Finn Gitte Goran Hana Hedda Ilse Imani Ines Ioana Isak Ivo Jamila ' +
    'Jonas Kaito Kalani Karim Keiko Kofi Lamar Lena Liam Linnea Luca Maeve Malik Marit Mateo Mei ' +
    'Milan Mina Nadia Naveen Nia Noor Odette Oksana Omar Orla Pavel Petra Priya Quinn Rafael Rania ' +
    'Rhys Rosa Ruben Sade Samir Sana Signe Simone Soren Tamsin Tariq Tova Uma Vera Viggo Wanda ' +
    'Wim Xenia Yara Yusuf Zara Zoran Zoë=zoe Renée=renee José=jose Łukasz=lukasz Şebnem=sebnem ' +
    // Decomposed on purpose: the letter and its mark are two code points in one column.
    'Þóra=thora Anai\u0308s=anais Tho\u0323=tho',
);

const familyNames: readonly NamePart[] = [
  ...named(
    'Abara Achterberg Adeyemi Alder Amsel Anand Barrow Bexley Birk Calloway Castellan Chaudhri ' +
      'Corrigan Dahlgren Danso Devereux Drummond Eckhart Ellery Falk Farrow Fennimore Ferrante ' +
      'Galanis Gallowglass Grenfell Haldane Hartigan Hollis Ibarra Ingram Jansing Jarvela Kallas ' +
      'Karlsen Kemboi Kestrel Kimura Kowalik Lachlan Larkin Lindqvist Lorimer Maddox Marchetti ' +
      'Marlowe Mbatha Merriweather Mori Nakagawa Navarro Nordahl Obi Okafor Oyelaran Pemberton ' +
      'Petrov Pryce Quillon Radford Rahimi Rasmussen Ravensworth Sandoval Santoro Serrano Sokolov ' +
      'Stellan Tamura Thackeray Thorne Tremaine Ubani Vance Varga Verhoeven Voss Wakefield Whitlock ' +
      'Wren Yilmaz Zamora Zielinski Öberg=oberg Müllerin=muellerin Núñez=nunez ' +
      'Dvořáková=dvorakova O’Dowd=odowd',
  ),
  ['de la Fuente', 'delafuente'],
];

/** Whole names in wide letters and in letters that run from right to left. */
const otherNames: readonly NamePart[] = [
  ['林 晓雯', 'lin.xiaowen'],
  ['佐久間 遥', 'haruka.sakuma'],
  ['한 서연', 'han.seoyeon'],
  ['王 子豪', 'wang.zihao'],
  ['ليلى الحداد', 'layla.alhaddad'],
  ['נועה ברנע', 'noa.barnea'],
  ['سامر القاسم', 'samer.alqasim'],
  ['Дарья Лебедева', 'darya.lebedeva'],
  ['Θεοδώρα Βλάχου', 'theodora.vlachou'],
  ['अनन्या कुलकर्णी', 'ananya.kulkarni'],
];

/** Names of apps that act in the tracker by themselves. */
const appNames: readonly string[] = items(`
  Release Notes Scribe, Chat Bridge, Build Reporter, Time Sheet Sync, Service Bell,
  Roadmap Painter, Escalation Watch, Backup Keeper
`);

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

const timeZones = items(`
  Europe/Lisbon, Europe/Berlin, Europe/Helsinki, America/New_York, America/Sao_Paulo,
  America/Los_Angeles, Africa/Lagos, Asia/Kolkata, Asia/Tokyo, Australia/Sydney, Pacific/Auckland
`);

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
      timeZone: draw.pick(timeZones),
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
    const name = draw.pick(appNames);
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
