import {parseJsonValue} from '../../../base/json-value.ts';
import {commandFor} from '../../ask/command-line.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import {text} from '../../model/column.ts';
import {say} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type Act, stay} from '../../model/step.ts';
import {exportEffect} from '../../views/list/export.ts';
import type {RunStage} from '../../write/state.ts';

const columns = [
  text('WHAT', '/what'),
  text('RESULT', '/result'),
  text('SAID', '/said'),
  text('COMMAND', '/command'),
];

/** What became of each request of a queue, as rows of a file. */
function reportRows({plan, outcomes}: RunStage, {session}: AppState) {
  return plan.requests.map(({label, call}, i) => {
    const {state: result, text: said} = outcomes[i] ?? {state: 'left', text: ''};
    const command = commandFor(call, session.flags[call.operation.service]);
    const row = JSON.stringify({what: label, result, said, command});
    return {text: row, value: parseJsonValue(row)};
  });
}

/** Write the report on the screen to a file beside one. */
const exportReport: Act = state => {
  const {write, nowMs} = state;
  if (write?.stage !== 'report') return stay(state);
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const words = write.plan.title
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .toLowerCase();
  const path = `report-${words}-${day}-${write.run}.csv`;
  const target = {to: 'file', path, format: 'csv'} as const;
  const rows = reportRows(write, state);
  return {
    state: say(state, 'writing the report…', 'dim'),
    effects: [exportEffect({target, rows, columns})],
  };
};

/** The key that writes the report of a queue to a file. */
export const exportReportKey: KeyBinding = key(
  'E',
  'write the report to a CSV file: each object, what became of it, its command',
  exportReport,
  {scopes: ['report'], hint: 'export'},
);
