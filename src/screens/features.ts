import {type Feature, screensOf} from '../state/app/feature.ts';
import {accessFeature} from './access/feature.ts';
import {blogpostsFeature} from './blogposts/feature.ts';
import {changeSetFeature} from './change-set/feature.ts';
import {configurationFeature} from './configuration/feature.ts';
import {contentFeature} from './content/feature.ts';
import {fieldsFeature} from './fields/feature.ts';
import {importFeature} from './import/feature.ts';
import {peopleFeature} from './people/feature.ts';
import {projectsFeature} from './projects/feature.ts';
import {schemesFeature} from './schemes/feature.ts';
import {siteFeature} from './site/feature.ts';
import {tourFeature} from './tour/feature.ts';
import {versionsFeature} from './versions/feature.ts';
import {webhooksFeature} from './webhooks/feature.ts';

/** All features, in the order of the home screen and the palette. A new one is one line here. */
export const features: readonly Feature[] = [
  projectsFeature,
  versionsFeature,
  schemesFeature,
  webhooksFeature,
  blogpostsFeature,
  contentFeature,
  fieldsFeature,
  peopleFeature,
  accessFeature,
  configurationFeature,
  changeSetFeature,
  importFeature,
  siteFeature,
  tourFeature,
];

export const screens = screensOf(features);
