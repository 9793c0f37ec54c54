import {operationsOf} from '../../api/catalogue.ts';
import type {Service} from '../../api/operation.ts';
import {twoColumns, wrapText} from './layout.ts';

/** What `jr <group> --help` prints: the operations of a group. */
export function groupHelp(
  program: 'jr' | 'cf',
  service: Service,
  group: string,
  width: number,
): readonly string[] {
  const operations = operationsOf(service, group, {extras: true});
  const rows = operations.map(({name, summary, deprecated, extra}) => {
    const marks = [deprecated ? 'deprecated' : '', extra ? 'not in the documents' : ''];
    const mark = marks.filter(Boolean).join(', ');
    return [name, mark === '' ? summary : `${summary} (${mark})`] as const;
  });
  return [
    'Usage:',
    `  ${program} ${group} <operation> [flags]`,
    '',
    'Operations:',
    ...twoColumns(rows, width),
    '',
    ...wrapText(
      `${program} ${group} <operation> --help explains one; the flags of every command: ${program} --help.`,
      width,
    ),
  ];
}
