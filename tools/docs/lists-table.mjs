import {code, table} from './markdown.mjs';

/**
 * Description of each form of paging: the request for the next page, the end of the list, the rule.
 */
const forms = {
  offset: ['`startAt` plus the items received', 'total, `isLast`, or an empty page', 'W5.1'],
  window: ['`startAt` plus the requested size', endOfWindow, 'W5.2'],
  token: ['`nextPageToken` of the previous page', 'no token', 'W5.3'],
  after: ['`after`, the time of the last record', 'a page shorter than `maxResults`', 'W5.4'],
  cursor: ['the cursor in `_links.next` or the Link header', 'no link', 'W5.5'],
  cut: [
    'cannot be requested',
    'a full page causes a warning that the list may continue',
    'W5.5, T4.4',
  ],
  whole: ['none', 'one page holds all items', 'W5.6'],
};

/** Build the table of list paging: one row per form and sizes, with its operations. */
export function listsTable({operations}) {
  const rows = new Map();
  for (const operation of operations) {
    const {items, method, paging} = operation;
    if (items === undefined || method !== 'GET') continue;
    const kind = paging?.kind ?? 'whole';
    const [next, ends, section] = forms[kind];
    const end = typeof ends === 'function' ? ends(paging) : ends;
    const cells = [kind, next, end, sizesOf(paging), `[services](services.md) ${section}`];
    const key = cells.join('|');
    const names = rows.get(key)?.names ?? [];
    const program = operation.service === 'tracker' ? 'jr' : 'cf';
    rows.set(key, {cells, names: [...names, `${program} ${operation.group} ${operation.name}`]});
  }
  const order = Object.keys(forms);
  const sorted = [...rows.values()].sort(
    (one, other) => order.indexOf(one.cells[0]) - order.indexOf(other.cells[0]),
  );
  return table(
    ['Next page', 'Ends with', 'Items per page', 'Known from', 'Lists'],
    sorted.map(({cells: [, ...cells], names}) => [...cells, names.map(code).join(', ')]),
  );
}

function endOfWindow({end}) {
  if (end === 'empty page') return 'an empty page';
  return typeof end === 'number' ? `the first ${end} users` : `the number of ${end.join(' or ')}`;
}

function sizesOf(paging) {
  if (paging === undefined) return '';
  const {size, sizeDefault = 'not known', sizeMax} = paging;
  return `${code(size)}: ${sizeDefault}${sizeMax === undefined ? '' : `, at most ${sizeMax}`}`;
}
