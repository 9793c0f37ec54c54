import {table} from './table.ts';

/** How big a world is: `small` fits a screen, `large` is a big company's site. */
export type WorldSize = 'small' | 'medium' | 'large';

/** How many of each the tracker's world is made with. */
export interface TrackerCounts {
  readonly users: number;
  readonly groups: number;
  readonly projects: number;
  readonly versions: number;
  readonly permissionSchemes: number;
  readonly notificationSchemes: number;
  readonly prioritySchemes: number;
  readonly webhooks: number;
  readonly uiModifications: number;
  /** Failed deliveries of the 72 hours before the world was made, about. */
  readonly pastFailures: number;
  /** Failed deliveries a minute while it runs at the normal pace, about. */
  readonly failuresPerMinute: number;
  /** Moves of issues in the versions a minute, at the normal pace. */
  readonly versionBeatsPerMinute: number;
}

const rows = table(
  ['name', 'small', 'medium', 'large'],
  `
  users | 25 | 300 | 5000
  groups | 6 | 20 | 80
  projects | 12 | 120 | 2000
  versions | 60 | 1500 | 20000
  permissionSchemes | 5 | 20 | 100
  notificationSchemes | 4 | 12 | 40
  prioritySchemes | 3 | 20 | 40
  webhooks | 6 | 60 | 500
  uiModifications | 5 | 40 | 400
  pastFailures | 60 | 2000 | 202000
  failuresPerMinute | 1 | 12 | 46
  versionBeatsPerMinute | 2 | 6 | 60
  `,
);

function countsOf(size: WorldSize): TrackerCounts {
  const counts: Readonly<Record<string, number>> = Object.fromEntries(
    rows.map(row => [row.name, Number(row[size])]),
  );
  return counts as unknown as TrackerCounts;
}

export const trackerCounts: Readonly<Record<WorldSize, TrackerCounts>> = {
  small: countsOf('small'),
  medium: countsOf('medium'),
  large: countsOf('large'),
};
