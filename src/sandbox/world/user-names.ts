import {items} from './table.ts';
/**
 * Invented given and family names from many places, each with the letters an address is made of
 * where they differ. Combined at random; no person is meant.
 */
export type NamePart = readonly [shown: string, ascii: string];

const plain = (names: string): readonly NamePart[] =>
  names.split(' ').map(name => [name, name.toLowerCase()] as const);

/** Names written left to right in one column per letter or with combining marks. */
export const givenNames: readonly NamePart[] = [
  ...plain(
    'Amara Anouk Arjun Asta Bela Bram Callum Carys Chidi Dalia Dario Devika Eamon Edda Eero Elif ' +
      'Emeka Esme Farah Femke Finn Gitte Goran Hana Hedda Ilse Imani Ines Ioana Isak Ivo Jamila ' +
      'Jonas Kaito Kalani Karim Keiko Kofi Lamar Lena Liam Linnea Luca Maeve Malik Marit Mateo Mei ' +
      'Milan Mina Nadia Naveen Nia Noor Odette Oksana Omar Orla Pavel Petra Priya Quinn Rafael Rania ' +
      'Rhys Rosa Ruben Sade Samir Sana Signe Simone Soren Tamsin Tariq Tova Uma Vera Viggo Wanda ' +
      'Wim Xenia Yara Yusuf Zara Zoran',
  ),
  ['Zoë', 'zoe'],
  ['Renée', 'renee'],
  ['José', 'jose'],
  ['Łukasz', 'lukasz'],
  ['Şebnem', 'sebnem'],
  ['Þóra', 'thora'],
  // Decomposed on purpose: the letter and its mark are two code points in one column.
  ['Anai\u0308s', 'anais'],
  ['Tho\u0323', 'tho'],
];

export const familyNames: readonly NamePart[] = [
  ...plain(
    'Abara Achterberg Adeyemi Alder Amsel Anand Barrow Bexley Birk Calloway Castellan Chaudhri ' +
      'Corrigan Dahlgren Danso Devereux Drummond Eckhart Ellery Falk Farrow Fennimore Ferrante ' +
      'Galanis Gallowglass Grenfell Haldane Hartigan Hollis Ibarra Ingram Jansing Jarvela Kallas ' +
      'Karlsen Kemboi Kestrel Kimura Kowalik Lachlan Larkin Lindqvist Lorimer Maddox Marchetti ' +
      'Marlowe Mbatha Merriweather Mori Nakagawa Navarro Nordahl Obi Okafor Oyelaran Pemberton ' +
      'Petrov Pryce Quillon Radford Rahimi Rasmussen Ravensworth Sandoval Santoro Serrano Sokolov ' +
      'Stellan Tamura Thackeray Thorne Tremaine Ubani Vance Varga Verhoeven Voss Wakefield Whitlock ' +
      'Wren Yilmaz Zamora Zielinski',
  ),
  ['Öberg', 'oberg'],
  ['Müllerin', 'muellerin'],
  ['Núñez', 'nunez'],
  ['Dvořáková', 'dvorakova'],
  ['O’Dowd', 'odowd'],
  ['de la Fuente', 'delafuente'],
];

/** Whole names in wide letters and in letters that run from right to left. */
export const otherNames: readonly NamePart[] = [
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
export const appNames: readonly string[] = items(`
  Release Notes Scribe, Chat Bridge, Build Reporter, Time Sheet Sync, Service Bell,
  Roadmap Painter, Escalation Watch, Backup Keeper
`);

/** A name that attacks a careless terminal: markup, an escape sequence, a bell and a turned-around tail. */
export const hostileName = 'Mallory <b>bold</b> \u001b[31mred\u001b[0m \u0007 \u202etxet\u202c';
