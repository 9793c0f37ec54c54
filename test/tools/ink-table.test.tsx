import {renderToString} from 'ink';
import Table from 'ink-table';
import {expect, it} from 'vitest';

it('the table component draws with the Ink that everything else uses', () => {
  expect(renderToString(<Table data={[{name: 'Lead', count: 3}]} />)).toContain('│ Lead │ 3     │');
});
