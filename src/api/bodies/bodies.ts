import {contentBodies} from './content/content.ts';
import type {Bodies} from './shared.ts';
import {accessBodies} from './tracker/access.ts';
import {groupBodies} from './tracker/groups.ts';
import {orderBodies} from './tracker/orders.ts';
import {projectBodies} from './tracker/project.ts';
import {projectPartBodies} from './tracker/project-parts.ts';
import {schemeBodies} from './tracker/schemes.ts';
import {versionBodies} from './tracker/version.ts';

/** All request bodies, by the operation's `group name`, which is unique across both services. */
export const bodies: Bodies = {
  ...accessBodies,
  ...groupBodies,
  ...schemeBodies,
  ...projectBodies,
  ...projectPartBodies,
  ...versionBodies,
  ...orderBodies,
  ...contentBodies,
};
