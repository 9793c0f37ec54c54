import {groupedNumber} from '../../base/grouped-number.ts';

/** `1 project`, `2,000 projects`, `3 failed deliveries`. */
export function counted(n: number, noun: string): string {
  const plural = /[^aeou]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : noun.endsWith('s')
      ? `${noun}es`
      : `${noun}s`;
  return `${groupedNumber(n)} ${n === 1 ? noun : plural}`;
}
