import type {Call} from '../route.ts';

/** Absolute URL of a resource of the tracker, for `self` links. */
export function selfUrl(request: Pick<Call, 'origin'>, path: string): string {
  return `${request.origin}/rest/api/3/${path}`;
}

const sizes = ['16x16', '24x24', '32x32', '48x48'] as const;

/** The four sizes of an avatar (services T8). */
export function avatarUrls(
  request: Pick<Call, 'origin'>,
  kind: 'project' | 'user' | 'issuetype',
  id: string,
): Readonly<Record<string, string>> {
  const base = `${request.origin}/rest/api/3/universal_avatar/view/type/${kind}/avatar/${id}`;
  return Object.fromEntries(sizes.map(size => [size, `${base}?size=${size}`]));
}

/** A date and time as the tracker writes it: `2026-03-14T09:30:00.000+0000`. */
export function dateTime(time: number): string {
  return new Date(time).toISOString().replace('Z', '+0000');
}
