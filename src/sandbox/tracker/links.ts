import type {SandboxCall} from '../route.ts';

/** Build the absolute URL of a tracker resource, for `self` links. */
export function selfUrl(request: Pick<SandboxCall, 'origin'>, path: string): string {
  return `${request.origin}/rest/api/3/${path}`;
}

const sizes = ['16x16', '24x24', '32x32', '48x48'] as const;

/** Build the URLs of the four sizes of an avatar (services T8). */
export function avatarUrls(
  request: Pick<SandboxCall, 'origin'>,
  kind: 'project' | 'user' | 'issuetype',
  id: string,
): Readonly<Record<string, string>> {
  const base = `${request.origin}/rest/api/3/universal_avatar/view/type/${kind}/avatar/${id}`;
  return Object.fromEntries(sizes.map(size => [size, `${base}?size=${size}`]));
}

/** Format a date and time as the tracker does: `2026-03-14T09:30:00.000+0000`. */
export function dateTime(time: number): string {
  return new Date(time).toISOString().replace('Z', '+0000');
}
