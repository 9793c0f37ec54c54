import type {World} from '../world/world.ts';

/** Remove a project for good, with its versions, statuses and keys. */
export function removeProject(world: World, projectId: string): void {
  const {projects, projectIdByKey, versions, statuses, recentProjects} = world.tracker;
  const project = projects.get(projectId);
  if (project === undefined) return;
  projects.delete(projectId);
  for (const id of project.versionIds) versions.delete(id);
  for (const [key, id] of projectIdByKey) if (id === projectId) projectIdByKey.delete(key);
  for (const status of statuses.values()) {
    if (status.projectId === projectId) statuses.delete(status.id);
  }
  for (const [account, ids] of recentProjects) {
    recentProjects.set(
      account,
      ids.filter(id => id !== projectId),
    );
  }
}
