import type {Family} from '../../state/app/family.ts';
import {releasesPanel, versionsHome} from './home.ts';
import {versionParts, versionScreen, versions} from './versions.ts';

/** Versions of a project. */
export const versionsFamily: Family = {
  id: 'versions',
  lists: [versions, ...versionParts],
  objects: [versionScreen],
  home: [versionsHome],
  panels: [releasesPanel],
};
