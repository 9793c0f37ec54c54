import type {Call} from '../route.ts';
import {dayOf, type Version} from '../world/versions.ts';
import {selfUrl} from './links.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A version as the tracker answers it, with what `expand` asks for (services T2.5). */
export function versionBean(
  call: Call,
  version: Version,
  expand: ReadonlySet<string> = new Set(),
): Readonly<Record<string, unknown>> {
  const {startDate, releaseDate} = version;
  return {
    expand: expand.size === 0 ? undefined : [...expand].join(','),
    self: selfUrl(call, `version/${version.id}`),
    id: version.id,
    description: version.description,
    name: version.name,
    archived: version.archived,
    released: version.released,
    startDate,
    userStartDate: startDate && shownDate(startDate),
    releaseDate,
    userReleaseDate: releaseDate && shownDate(releaseDate),
    overdue: version.released || !releaseDate ? undefined : releaseDate < dayOf(call.now),
    projectId: Number(version.projectId),
    issuesStatusForFixVersion: expand.has('issuesstatus') ? version.fixed : undefined,
    driver: expand.has('driver') ? version.driverId : undefined,
    approvers: expand.has('approvers') ? version.approvers : undefined,
    operations: expand.has('operations') ? operationsOf(call, version) : undefined,
  };
}

/** What a person could do with the version on its page. */
function operationsOf(call: Call, version: Version): readonly unknown[] {
  const state = version.released ? 'unrelease' : 'release';
  const archive = version.archived ? 'unarchive' : 'archive';
  return [state, archive, 'delete'].map((name, index) => ({
    id: `${name}-version-${version.id}`,
    styleClass: `project-config-operations-${name}`,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    href: `${call.origin}/secure/project/VersionAction?action=${name}&versionId=${version.id}`,
    weight: (index + 1) * 10,
  }));
}

/** `2026-03-04` as people read it: `04/Mar/26`. */
function shownDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${months[Number(month) - 1] ?? month}/${year.slice(2)}`;
}
