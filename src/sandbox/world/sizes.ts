import {records} from './table.ts';

/** The size of a world: `small` fits a screen, `large` is a large company's site. */
export type WorldSize = 'small' | 'medium' | 'large';

/** The number of records of each kind. */
export interface WorldCounts {
  readonly users: number;
  readonly groups: number;
  readonly projects: number;
  readonly versions: number;
  readonly permissionSchemes: number;
  readonly notificationSchemes: number;
  readonly prioritySchemes: number;
  readonly webhooks: number;
  readonly uiModifications: number;
  /** Approximate number of failed deliveries in the 72 hours before the creation of the world. */
  readonly pastFailures: number;
  /** Approximate number of failed deliveries a minute at the normal pace. */
  readonly failuresPerMinute: number;
  /** Number of moves of issues in the versions a minute, at the normal pace. */
  readonly versionBeatsPerMinute: number;
  readonly spaces: number;
  readonly labels: number;
  readonly pages: number;
  readonly whiteboards: number;
  readonly posts: number;
  readonly custom: number;
}

export const worldCounts: Readonly<Record<WorldSize, WorldCounts>> = {
  small: countsOf('small'),
  medium: countsOf('medium'),
  large: countsOf('large'),
};

function countsOf(size: WorldSize): WorldCounts {
  const rows = records<Readonly<Record<WorldSize, number>> & {readonly name: string}>('counts');
  return Object.fromEntries(rows.map(row => [row.name, row[size]])) as unknown as WorldCounts;
}
