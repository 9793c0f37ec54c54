const ink = '#57606a';
const colors = ['#0969da', '#bf8700', '#1a7f37', '#8250df'];

/**
 * Draw grouped bars as SVG.
 *
 * @param rows each with a title and one value per column
 */
export function bars({title, columns, rows}) {
  const barHeight = 12;
  const rowHeight = columns.length * barHeight + 12;
  const left = 250;
  const most = Math.max(...rows.flatMap(({values}) => values));
  const scale = 400 / most;
  const height = 50 + rows.length * rowHeight + 24;
  const drawn = rows.flatMap(({title: name, values}, i) => {
    const y = 44 + i * rowHeight;
    return [
      text(left - 8, y + (rowHeight - 12) / 2 + 4, name, 'end'),
      ...values.map((value, j) => {
        const top = y + j * barHeight;
        const width = (value * scale).toFixed(1);
        return `<rect x="${left}" y="${top}" width="${width}" height="${barHeight - 2}" fill="${colors[j]}"/>${text(left + value * scale + 6, top + 9, value.toFixed(2))}`;
      }),
    ];
  });
  return svg(720, height, [
    text(12, 22, title, 'start', 14),
    ...drawn,
    legend(columns, height - 10),
  ]);
}

/**
 * Draw lines with logarithmic axes as SVG.
 *
 * @param series each with a name and points of x and y, all above 0
 */
export function lines({title, x: xTitle, series}) {
  const all = series.flatMap(({points}) => points);
  const [fromX, toX] = rangeOf(all.map(([x]) => x));
  const [fromY, toY] = rangeOf(all.map(([, y]) => y));
  const atX = x => 60 + (Math.log10(x / fromX) / Math.log10(toX / fromX)) * 600;
  const atY = y => 260 - (Math.log10(y / fromY) / Math.log10(toY / fromY)) * 210;
  const ticks = (from, to) => {
    const made = [];
    for (let value = from; value <= to * 1.01; value *= 10) made.push(value);
    return made;
  };
  const grid = [
    ...ticks(fromX, toX).map(x => text(atX(x), 278, x.toLocaleString('en'), 'middle')),
    ...ticks(fromY, toY).map(
      y =>
        `<line x1="60" x2="660" y1="${atY(y)}" y2="${atY(y)}" stroke="#d0d7de"/>${text(54, atY(y) + 4, y.toLocaleString('en'), 'end')}`,
    ),
  ];
  const drawn = series.flatMap(({points}, i) => [
    `<polyline fill="none" stroke-width="2" stroke="${colors[i]}" points="${points.map(([x, y]) => `${atX(x).toFixed(1)},${atY(y).toFixed(1)}`).join(' ')}"/>`,
    ...points.map(
      ([x, y]) =>
        `<circle cx="${atX(x).toFixed(1)}" cy="${atY(y).toFixed(1)}" r="3" fill="${colors[i]}"/>`,
    ),
  ]);
  const names = series.map(({name}) => name);
  return svg(720, 330, [
    text(12, 22, title, 'start', 14),
    ...grid,
    ...drawn,
    text(360, 296, xTitle, 'middle'),
    legend(names, 318),
  ]);
}

function rangeOf(values) {
  const from = 10 ** Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(10 ** Math.ceil(Math.log10(Math.max(...values))), from * 10)];
}

function legend(names, y) {
  let x = 60;
  return names
    .map((name, i) => {
      const part = `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colors[i]}"/>${text(x + 14, y, name)}`;
      x += 26 + name.length * 6.5;
      return part;
    })
    .join('');
}

function text(x, y, content, anchor = 'start', size = 11) {
  const safe = String(content).replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`);
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${size}" text-anchor="${anchor}" fill="${ink}">${safe.replaceAll('`', '')}</text>`;
}

function svg(width, height, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-sans-serif, sans-serif"><rect width="100%" height="100%" fill="#ffffff"/>${parts.join('\n')}</svg>\n`;
}
