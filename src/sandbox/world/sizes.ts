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

export const trackerCounts: Readonly<Record<WorldSize, TrackerCounts>> = {
  small: {
    users: 25,
    groups: 6,
    projects: 12,
    versions: 60,
    permissionSchemes: 5,
    notificationSchemes: 4,
    prioritySchemes: 3,
    webhooks: 6,
    uiModifications: 5,
    pastFailures: 60,
    failuresPerMinute: 1,
    versionBeatsPerMinute: 2,
  },
  medium: {
    users: 300,
    groups: 20,
    projects: 120,
    versions: 1_500,
    permissionSchemes: 20,
    notificationSchemes: 12,
    prioritySchemes: 20,
    webhooks: 60,
    uiModifications: 40,
    pastFailures: 2_000,
    failuresPerMinute: 12,
    versionBeatsPerMinute: 6,
  },
  large: {
    users: 5_000,
    groups: 80,
    projects: 2_000,
    versions: 20_000,
    permissionSchemes: 100,
    notificationSchemes: 40,
    prioritySchemes: 40,
    webhooks: 500,
    uiModifications: 400,
    pastFailures: 202_000,
    failuresPerMinute: 46,
    versionBeatsPerMinute: 60,
  },
};
