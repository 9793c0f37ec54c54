import type {Family} from '../../state/app/family.ts';
import {releasesPanel, versionsHome} from './home.ts';
import {relatedWork, versionFields} from './version-parts.ts';
import {versionScreen, versions} from './versions.ts';

/** Versions of a project. */
export const versionsFamily: Family = {
  id: 'versions',
  lists: [versions, relatedWork, versionFields],
  objects: [versionScreen],
  home: [versionsHome],
  panels: [releasesPanel],
};
