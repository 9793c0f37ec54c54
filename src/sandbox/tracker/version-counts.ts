import type {StatusCounts, Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';

/** What becomes of the issues of a version that goes away; a field without a replacement is cleared. */
export interface Replacements {
  /** Version that takes its place in fixVersion. */
  readonly fixed?: Version;
  /** … in affectedVersion. */
  readonly affected?: Version;
  /** … in version picker fields: field id → version. */
  readonly customFields?: ReadonlyMap<number, Version>;
}

/** Remove a version; its issues count for the replacements from now on (services T3). */
export function removeVersion(world: World, version: Version, replacements: Replacements): void {
  const {versions, projects} = world.tracker;
  const {fixed, affected, customFields} = replacements;
  // Read again each time: two fields may have the same replacement.
  const change = (id: string, update: (target: Version) => Version): void => {
    const target = versions.get(id);
    if (target !== undefined) versions.set(id, update(target));
  };
  if (fixed) change(fixed.id, target => ({...target, fixed: add(target.fixed, version.fixed)}));
  if (affected) {
    change(affected.id, target => ({...target, affected: target.affected + version.affected}));
  }
  for (const [fieldId, {id}] of customFields ?? []) {
    const moved = version.customFields[fieldId] ?? 0;
    change(id, target => ({
      ...target,
      customFields: {
        ...target.customFields,
        [fieldId]: (target.customFields[fieldId] ?? 0) + moved,
      },
    }));
  }
  versions.delete(version.id);
  const project = projects.get(version.projectId);
  if (project === undefined) return;
  const versionIds = project.versionIds.filter(id => id !== version.id);
  projects.set(project.id, {...project, versionIds});
}

/** Move the issues that are not done from one version to another, as a release can. */
export function moveUnfixedIssues(world: World, from: Version, to: Version): void {
  const {versions} = world.tracker;
  const open = {...from.fixed, done: 0};
  const nothing = {toDo: 0, inProgress: 0, unmapped: 0};
  versions.set(from.id, {...from, fixed: {...nothing, done: from.fixed.done}});
  versions.set(to.id, {...to, fixed: add(to.fixed, open)});
}

function add(one: StatusCounts, other: StatusCounts): StatusCounts {
  return {
    toDo: one.toDo + other.toDo,
    inProgress: one.inProgress + other.inProgress,
    done: one.done + other.done,
    unmapped: one.unmapped + other.unmapped,
  };
}
