import {blogPostResponses} from './content/blogposts.ts';
import {customContentResponses} from './content/custom-content.ts';
import {siteResponses} from './content/site.ts';
import type {ResponseShapes} from './shapes.ts';
import {accessResponses} from './tracker/access.ts';
import {auditResponses} from './tracker/audit.ts';
import {groupResponses} from './tracker/groups.ts';
import {orderResponses} from './tracker/orders.ts';
import {projectResponses} from './tracker/project.ts';
import {schemeResponses} from './tracker/schemes.ts';
import {versionResponses} from './tracker/version.ts';

/** The shapes of all documented responses, by the operation's `group name`. */
export const responses: ResponseShapes = {
  ...accessResponses,
  ...groupResponses,
  ...auditResponses,
  ...schemeResponses,
  ...projectResponses,
  ...versionResponses,
  ...orderResponses,
  ...blogPostResponses,
  ...customContentResponses,
  ...siteResponses,
};
