import type {World} from '../../src/sandbox/world/world.ts';

/**
 * What a screen is opened with: things that are in the sandbox of that world and have something to
 * show.
 */
export function screenArgs(
  world: World,
  screen: string,
  needs: readonly string[],
): readonly string[] {
  const {tracker, content} = world;
  const first = (things: Iterable<{id: string | number}>): string => String([...things][0]?.id);
  const currentPost = [...content.items.blogpost.values()].find(post => post.status === 'current');
  const trashedPost = [...content.items.blogpost.values()].find(post => post.status === 'trashed');
  const board = [...content.items.whiteboard.values()].find(item => item.title.includes('Story'));
  const version = [...tracker.versions.values()][0];
  const scheme = screen.startsWith('notif')
    ? first(tracker.notificationSchemes.values())
    : first(tracker.permissionSchemes.values());
  const known: Readonly<Record<string, string>> = {
    project: [...tracker.projects.values()][0]?.key ?? '',
    // The only role with a default actor.
    role: screen === 'default-actors' ? '10004' : '10002',
    group: [...tracker.groups.keys()][0] ?? '',
    application: 'tracker-software',
    category: first(tracker.categories.values()),
    priority: first(tracker.priorities.values()),
    resolution: first(tracker.resolutions.values()),
    status: first(tracker.statuses.values()),
    scheme,
    draft: String(currentPost?.id),
    trashed: String(trashedPost?.id),
    saved: '{}',
    from: 'no-such-folder',
    left: scheme,
    right: scheme,
    id: String(version?.id),
    post: String(currentPost?.id),
    number: '1',
    space: String(currentPost?.spaceId),
    label: first(content.labels.values()),
    whiteboard: String(board?.id),
    content: first(content.items.custom.values()),
    type: 'ac:risk-register:risk',
    accountId: [...world.users.keys()][0] ?? '',
    modification: first(tracker.uiModifications.values()),
    projects: [...tracker.projects.values()][0]?.key ?? '',
    permission: 'ADMINISTER_PROJECTS',
  };
  return needs.map(name => known[name] ?? `no-${name}`);
}
