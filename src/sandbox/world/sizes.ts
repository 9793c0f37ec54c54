import {records} from './table.ts';

/** How big a world is: `small` fits a screen, `large` is a big company's site. */
export type WorldSize = 'small' | 'medium' | 'large';

/** How many of each a world is made with. */
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
  /** Failed deliveries of the 72 hours before the world was made, about. */
  readonly pastFailures: number;
  /** Failed deliveries a minute while it runs at the normal pace, about. */
  readonly failuresPerMinute: number;
  /** Moves of issues in the versions a minute, at the normal pace. */
  readonly versionBeatsPerMinute: number;
  readonly spaces: number;
  readonly labels: number;
  readonly pages: number;
  readonly whiteboards: number;
  readonly posts: number;
  readonly custom: number;
}

/** How much of everything a world is made with. */
export const worldCounts: Readonly<Record<WorldSize, WorldCounts>> = {
  small: countsOf('small'),
  medium: countsOf('medium'),
  large: countsOf('large'),
};

function countsOf(size: WorldSize): WorldCounts {
  const rows = records<Readonly<Record<WorldSize, number>> & {readonly name: string}>('counts');
  return Object.fromEntries(rows.map(row => [row.name, row[size]])) as unknown as WorldCounts;
}
