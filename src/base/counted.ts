import {groupedNumber} from './grouped-number.ts';

/** Format a count with its noun: `1 project`, `2,000 projects`, `3 failed deliveries`. */
export function counted(n: number, noun: string): string {
  return `${groupedNumber(n)} ${n === 1 ? noun : pluralOf(noun)}`;
}

/** Format a minimum count: `3 findings`, or `3+ findings` when more may follow. */
export function countedAtLeast(n: number, noun: string, more: boolean): string {
  return more ? `${groupedNumber(n)}+ ${pluralOf(noun)}` : counted(n, noun);
}

/** Return the plural of a noun: `projects`, `properties`, `statuses`. */
export function pluralOf(noun: string): string {
  if (/[^aeou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`;
}
