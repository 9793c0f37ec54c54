import type {World} from '../world/world.ts';

/** Characters of a project's key and name at most (services W4.12). */
export const keyAtMost = 10;
export const projectNameAtMost = 80;

/**
 * What is wrong with a key for a new project; undefined when it can be taken. An uppercase letter
 * first, then uppercase letters and digits, at most ten, at least two (services W4.12).
 *
 * @param ownId a project that may have it already
 */
export function checkProjectKey(world: World, key: string, ownId?: string): string | undefined {
  if (key === '') return 'You must specify a valid project key.';
  if (!/^[A-Z][A-Z0-9]+$/.test(key)) {
    return (
      'Project keys must start with an uppercase letter, followed by one or more uppercase ' +
      'alphanumeric characters.'
    );
  }
  if (key.length > keyAtMost) return `The project key must not exceed ${keyAtMost} characters.`;
  const holder = world.tracker.projectIdByKey.get(key);
  const project = world.tracker.projects.get(holder ?? '');
  if (project === undefined || project.id === ownId) return undefined;
  return `Project '${project.name}' uses this project key.`;
}

/** What is wrong with a name for a project; undefined when it can be taken. */
export function checkProjectName(world: World, name: string, ownId?: string): string | undefined {
  if (name.trim() === '') return 'You must specify a valid project name.';
  if ([...name].length > projectNameAtMost) {
    return `The project name must not exceed ${projectNameAtMost} characters.`;
  }
  const wanted = name.trim().toLowerCase();
  for (const project of world.tracker.projects.values()) {
    if (project.id !== ownId && project.name.toLowerCase() === wanted) {
      return 'A project with that name already exists.';
    }
  }
  return undefined;
}
