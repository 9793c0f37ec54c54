import {parseUrl} from '../base/parse-url.ts';
import {fillTemplate, type ValueSource} from './operation-ref.ts';

/** A page of the tracker's site; `{…}` in its path is a value of the displayed object. */
export interface SitePage {
  readonly path: string;
  /** `group name` of the operation that reads one such object; its response has the same page. */
  readonly readBy?: string;
}

/** Pages of the tracker's site, by entity kind. */
export const trackerPages = {
  project: {path: '/projects/{key}', readBy: 'project get'},
  components: {path: '/projects/{project}?selectedItem=components'},
  version: {path: '/projects/{project}/versions/{id}'},
  issue: {path: '/browse/{key}'},
  user: {path: '/people/{accountId}', readBy: 'user get'},
  permissionscheme: {
    path: '/secure/admin/EditPermissions!default.jspa?schemeId={id}',
    readBy: 'permissionscheme get-permission-scheme',
  },
  notificationscheme: {
    path: '/secure/admin/EditNotifications!default.jspa?schemeId={id}',
    readBy: 'notificationscheme get-notification-scheme',
  },
  roles: {path: '/secure/project/ViewProjectRoles.jspa'},
  webhooks: {path: '/plugins/servlet/webhooks'},
  statuses: {path: '/secure/admin/ViewStatuses.jspa'},
  resolutions: {path: '/secure/admin/ViewResolutions.jspa'},
  priorities: {path: '/secure/admin/ViewPriorities.jspa'},
} as const satisfies Readonly<Record<string, SitePage>>;

/** Content responses contain their page: kind in a command → `group name` of its read. */
export const contentReaders = {
  blogpost: 'blogposts get-blog-post-by-id',
  whiteboard: 'whiteboards get-by-id',
  'custom-content': 'custom-content get-custom-content-by-id',
} as const;

/** Pointer of the page in a content response; a path below the site. */
export const pagePointer = '/_links/webui';

/**
 * Fill the path with its values; undefined when one is missing.
 *
 * @param value returns the value of a name
 */
export function filledPath(path: string, value: (name: string) => unknown): string | undefined {
  const place: ValueSource = pointer => {
    const found = value(pointer.slice(1));
    const isKnown = typeof found === 'string' || typeof found === 'number';
    return isKnown ? encodeURIComponent(String(found)) : undefined;
  };
  return fillTemplate(path, {place})[0];
}

/** Check for a base URL of the API gateway, which has no pages and does not contain the site. */
export function isGateway(baseUrl: string): boolean {
  return /^\/ex\/[^/]+\/[^/]+/.test(parseUrl(baseUrl)?.pathname ?? '');
}

/**
 * Build the URL of a path on the site; undefined for a path that would leave it.
 *
 * @param baseUrl of the API; the pages are beside it, not below it
 */
export function addressOnSite(baseUrl: string, path: string): string | undefined {
  if (!/^\/(?!\/)/.test(path) || isGateway(baseUrl)) return undefined;
  try {
    const site = new URL(baseUrl);
    const under = site.pathname.replace(/\/(?:api|rest)(?:\/.*)?$/, '').replace(/\/$/, '');
    const full = path.startsWith(`${under}/`) ? path : under + path;
    const url = new URL(full, site);
    const isSame = url.origin === site.origin && /^https?:$/.test(url.protocol);
    return isSame ? url.href : undefined;
  } catch {
    // The server's path is not valid.
    return undefined;
  }
}
