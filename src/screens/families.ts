import {type Family, screensOf} from '../state/app/family.ts';
import {blogpostsFamily} from './blogposts/family.ts';
import {contentFamily} from './content/family.ts';
import {fieldsFamily} from './fields/family.ts';
import {peopleFamily} from './people/family.ts';
import {projectsFamily} from './projects/family.ts';
import {schemesFamily} from './schemes/family.ts';
import {siteFamily} from './site/family.ts';
import {versionsFamily} from './versions/family.ts';
import {webhooksFamily} from './webhooks/family.ts';

/** Every family, in the order of the home screen and the palette; a new one is one line here. */
export const families: readonly Family[] = [
  projectsFamily,
  versionsFamily,
  schemesFamily,
  webhooksFamily,
  blogpostsFamily,
  contentFamily,
  fieldsFamily,
  peopleFamily,
  siteFamily,
];

/** What can be shown. */
export const screens = screensOf(families);
