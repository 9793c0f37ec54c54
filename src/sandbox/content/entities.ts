import {items} from '../world/table.ts';

/** Named entities storage XML may use beside the five of XML: name → character. */
const named: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  ...Object.fromEntries(
    items(`
      amp &, lt <, gt >, quot ", apos ', ndash –, mdash —, hellip …, lsquo ‘, rsquo ’, ldquo “,
      rdquo ”, laquo «, raquo », bull •, middot ·, deg °, times ×, plusmn ±, frac12 ½, copy ©,
      reg ®, trade ™, euro €, pound £, sect §, para ¶, larr ←, rarr →, uarr ↑, darr ↓, harr ↔,
      le ≤, ge ≥, ne ≠, asymp ≈, infin ∞, micro µ, ouml ö, auml ä, uuml ü, szlig ß, eacute é,
      egrave è, agrave à, ccedil ç, ntilde ñ, zwj \u200d, zwnj \u200c, rlm \u200f, lrm \u200e
    `).map(pair => pair.split(' ')),
  ),
};

/**
 * Text with its entities and character references replaced; undefined when one of them is unknown
 * or an ampersand stands alone.
 */
export function decodeEntities(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let broken = false;
  const decoded = text.replace(/&(#x[0-9a-fA-F]+|#[0-9]+|[a-zA-Z][a-zA-Z0-9]*)?(;)?/g, found => {
    const name = found.slice(1, -1);
    const character = found.endsWith(';') ? characterOf(name) : undefined;
    if (character === undefined) broken = true;
    return character ?? '';
  });
  return broken ? undefined : decoded;
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? named[name] : undefined;
  const hex = name[1] === 'x';
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
