const form = /^(\d+(?:\.\d+)?)\s?(?:([kmg])(?:i?b)?|b)?$/i;
const units = ['bytes', 'KiB', 'MiB', 'GiB'];

/**
 * Parse a size such as 64MiB, 1G, 500k or 1024 into bytes, at least 1; undefined if invalid. All
 * units are multiples of 1024.
 */
export function parseSize(text: string): number | undefined {
  const [, amount, unit = ''] = form.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const bytes = Math.round(Number(amount) * 1024 ** ' kmg'.indexOf(unit.toLowerCase() || ' '));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}

/** Format bytes in the largest unit without a remainder: `64 MiB`. */
export function formatSize(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && amount % 1024 === 0 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${amount} ${units[unit]}`;
}
