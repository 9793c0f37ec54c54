import {version} from '../../base/version.ts';
import type {FlagRow} from '../flags.ts';
import {flagRows} from './flag-rows.ts';
import {section, twoColumns, wrapText} from './layout.ts';

/** What `steward --help` prints. */
export function stewardHelp(flags: readonly FlagRow[], width: number): readonly string[] {
  return [
    ...wrapText(
      `steward ${version}: the issue tracker and the content service in a terminal. In scripts use jr and cf.`,
      width,
    ),
    '',
    'Usage:',
    '  steward [flags]',
    '',
    'Flags:',
    ...twoColumns(flagRows(flags), width),
    ...section(
      'Notes',
      [
        '? shows the keys, q goes back and out.',
        'The settings are those of jr and cf: flags, environment (JR_…, CF_…), profiles.',
        'Without a terminal one plain frame is printed.',
      ],
      width,
    ),
    ...section('Examples', ['steward --sandbox', 'steward -p work'], width),
  ];
}
