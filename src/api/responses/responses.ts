import {blogPostAnswers} from './content/blogposts.ts';
import {customContentAnswers} from './content/custom-content.ts';
import {siteAnswers} from './content/site.ts';
import type {Answers} from './shapes.ts';
import {accessAnswers} from './tracker/access.ts';
import {orderAnswers} from './tracker/orders.ts';
import {projectAnswers} from './tracker/project.ts';
import {schemeAnswers} from './tracker/schemes.ts';
import {versionAnswers} from './tracker/version.ts';

/** Every answer of a known shape, by the operation's `group name`. */
export const answers: Answers = {
  ...accessAnswers,
  ...schemeAnswers,
  ...projectAnswers,
  ...versionAnswers,
  ...orderAnswers,
  ...blogPostAnswers,
  ...customContentAnswers,
  ...siteAnswers,
};
