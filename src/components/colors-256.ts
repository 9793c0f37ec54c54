type Rgb = readonly [number, number, number];

const levels = [0, 95, 135, 175, 215, 255];

/** The colours with the same index in every terminal of 256: a cube of six levels, then greys. */
const palette: readonly Rgb[] = [
  ...levels.flatMap(r => levels.flatMap(g => levels.map((b): Rgb => [r, g, b]))),
  ...Array.from({length: 24}, (_, i): Rgb => [8 + 10 * i, 8 + 10 * i, 8 + 10 * i]),
];
const firstIndex = 16;

/**
 * The nearest of the 256 colours, in Ink's notation.
 *
 * @param color `#rrggbb`; colour names are returned unchanged
 */
export function nearest256(color: string): string {
  if (!color.startsWith('#')) return color;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(i => Number.parseInt(color.slice(i, i + 2), 16));
  const far = palette.map(([r2, g2, b2]) => (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2);
  return `ansi256(${firstIndex + far.indexOf(Math.min(...far))})`;
}
