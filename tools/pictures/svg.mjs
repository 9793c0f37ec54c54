export const cellWidth = 8.4;
const lineHeight = 18;
const baseline = 13.5;
const papers = {
  dark: {ink: '#d4d4d4', paper: '#1e1e1e'},
  light: {ink: '#24292f', paper: '#ffffff'},
};
// The sixteen colours of a typical dark terminal.
const named = [
  '#1e1e1e',
  '#e06c75',
  '#98c379',
  '#e5c07b',
  '#5a9bf0',
  '#c678dd',
  '#56b6c2',
  '#d4d4d4',
  '#7f848e',
  '#ff7b86',
  '#b5e08f',
  '#ffd68a',
  '#7fb8ff',
  '#e29bf5',
  '#7fdbe6',
  '#ffffff',
];

/**
 * Draw a screen of cells as SVG: one rectangle per run of background, one text per run of
 * foreground.
 */
export function svgOf(buffer, {columns, rows}, paper = 'dark') {
  const colors = papers[paper];
  const parts = [];
  for (let y = 0; y < rows; y++) {
    for (const run of runsOf(buffer, y, columns, colors)) parts.push(...drawn(run, y));
  }
  const width = Math.ceil(columns * cellWidth) + 16;
  const height = rows * lineHeight + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-8 -8 ${width} ${height}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">`,
    `<rect x="-8" y="-8" width="${width}" height="${height}" rx="6" fill="${colors.paper}"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/**
 * Group neighbouring cells with the same style; a cell with other than plain ASCII is separate, to
 * fix its position.
 */
function runsOf(buffer, y, columns, colors) {
  const line = buffer.getLine(buffer.viewportY + y);
  const runs = [];
  for (let x = 0; line !== undefined && x < columns; x++) {
    const cell = line.getCell(x);
    const width = cell?.getWidth() ?? 0;
    if (width === 0) continue;
    const text = cell.getChars() || ' ';
    const look = lookOf(cell, colors);
    const last = runs.at(-1);
    const joins = last?.look.key === look.key && isPlain(text) && last.isPlain;
    if (joins) {
      last.text += text;
      last.width += width;
    } else runs.push({x, text, width, look, isPlain: isPlain(text)});
  }
  return runs;
}

function isPlain(text) {
  return /^[ -~]$/.test(text);
}

function lookOf(cell, colors) {
  let ink = cell.isFgDefault() ? colors.ink : colorOf(cell.isFgRGB(), cell.getFgColor());
  let paper = cell.isBgDefault() ? undefined : colorOf(cell.isBgRGB(), cell.getBgColor());
  if (cell.isInverse()) [ink, paper] = [paper ?? colors.paper, ink];
  const marks = [
    cell.isBold() ? ' font-weight="bold"' : '',
    cell.isDim() ? ' opacity="0.6"' : '',
    cell.isUnderline() ? ' text-decoration="underline"' : '',
  ].join('');
  return {ink, paper, marks, key: `${ink} ${paper} ${marks}`};
}

function colorOf(isRgb, value) {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (value < 16) return named[value];
  if (value >= 232) return grey(8 + (value - 232) * 10);
  const level = n => (n === 0 ? 0 : 55 + 40 * n);
  const index = value - 16;
  const parts = [Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6].map(level);
  return `#${parts.map(hex).join('')}`;
}

function grey(value) {
  return `#${hex(value).repeat(3)}`;
}

function hex(value) {
  return value.toString(16).padStart(2, '0');
}

function drawn({x, text, width, look}, y) {
  const at = n => Number((n * cellWidth).toFixed(1));
  const parts = [];
  if (look.paper !== undefined) {
    parts.push(
      `<rect x="${at(x)}" y="${y * lineHeight}" width="${at(width)}" height="${lineHeight}" fill="${look.paper}"/>`,
    );
  }
  if (text.trim() !== '') {
    const lead = text.length - text.trimStart().length;
    const shown = text.trim();
    const columns = width - (text.length - shown.length);
    parts.push(
      `<text x="${at(x + lead)}" y="${y * lineHeight + baseline}" fill="${look.ink}"${look.marks} textLength="${at(columns)}" xml:space="preserve">${escaped(shown)}</text>`,
    );
  }
  return parts;
}

function escaped(text) {
  return text.replace(/[&<>]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;'})[c]);
}

/**
 * Combine pictures to an animation that repeats.
 *
 * @param frames pictures of one size, each with its duration in seconds
 */
export function moving(frames) {
  const [head] = frames[0].svg.split('\n');
  const all = frames.reduce((sum, {seconds}) => sum + seconds, 0);
  let from = 0;
  const groups = frames.flatMap(({svg, seconds}) => {
    const share = n => Number((n / all).toFixed(4));
    const times = from === 0 ? [0, share(seconds)] : [0, share(from), share(from + seconds)];
    const values = from === 0 ? ['inline', 'none'] : ['none', 'inline', 'none'];
    const isLast = from + seconds === all;
    from += seconds;
    const kept = isLast ? times.length - 1 : times.length;
    return [
      `<g display="${values[0]}"><animate attributeName="display" calcMode="discrete" dur="${all}s" repeatCount="indefinite" keyTimes="${times.slice(0, kept).join(';')}" values="${values.slice(0, kept).join(';')}"/>`,
      ...svg.trim().split('\n').slice(1, -1),
      '</g>',
    ];
  });
  return [head, ...groups, '</svg>', ''].join('\n');
}
