import {items} from './table.ts';
/** How a project names its versions; each project keeps to one way. */
export const namingWays = ['semantic', 'calendar', 'sprint', 'platform', 'phase', 'code'] as const;

export type NamingWay = (typeof namingWays)[number];

export const codeNames: readonly string[] = items(`
  Amber, Basalt, Cedar, Dahlia, Elder, Fennel, Gale, Heron, Iris, Jade, Kelp, Lotus, Magnolia,
  Nettle, Otter, Plover, Quail, Rowan, Sable, Teal, Ursa, Vireo, Wren, Xenon, Yucca, Zinnia
`);

export const versionPurposes: readonly string[] = [
  'Speed, and fewer steps to pay.',
  'Only fixes.',
  'Security hardening before the audit.',
  'First one with the new design.',
  'Waiting for the partner’s certificate.',
  'リリースノートは別ページを参照。',
  'Moved twice; ask the lead before moving it again.',
  'Contains the migration that cannot be undone.',
  '',
  '',
];

/** Names that are hard to show, given to versions of the hostile project. */
export const hardNames: readonly string[] = [
  '1.0 \u001b[5mblink\u001b[0m',
  '"; DROP TABLE versions; --',
  'صدور ٢٫٠ (beta)',
  'v\u200b2\u200b.\u200b1 zero width',
  '👩‍🔧 maintenance 3.0',
  '../../etc/passwd',
  'a/b?c#d %41',
];

export const workKinds: readonly (readonly [category: string, title: string, path: string])[] = [
  ['Communication', 'Release announcement', 'announcement'],
  ['Communication', 'Customer mail, draft 2', 'mail'],
  ['Testing', 'Regression run', 'tests'],
  ['Testing', 'Load test report', 'load'],
  ['Documentation', 'Upgrade guide', 'upgrade'],
  ['Design', 'Screens and flows', 'screens'],
  ['Development', 'Release branch', 'branch'],
  ['Security review', 'Threat model', 'threats'],
];
