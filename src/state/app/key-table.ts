import type {KeyBinding} from '../keys/binding.ts';
import {chooserKey, chooserKeys} from '../layers/columns/chooser.ts';
import {copyCellKey, copyIdKey} from '../layers/copy/copy.ts';
import {previewKeys} from '../layers/preview/preview.ts';
import {exportReportKey} from '../layers/write/run-stage.ts';
import {takeBackKeys} from '../layers/write/take-back.ts';
import {writeKeys} from '../layers/write/write-keys.ts';
import {autoKey} from '../locations/refresh.ts';
import {tabKeys} from '../locations/travel.ts';
import {formKeys} from '../views/form/kind.ts';
import {homeKeys} from '../views/home/kind.ts';
import {compareKey} from '../views/list/compare.ts';
import {exportKey} from '../views/list/export-rows.ts';
import {treeKeys} from '../views/list/fold.ts';
import {listKeys} from '../views/list/kind.ts';
import {liftKeys} from '../views/list/lift.ts';
import {markKeys} from '../views/list/marks.ts';
import {columnKeys} from '../views/list/pick-column.ts';
import {matrixKeys} from '../views/matrix/kind.ts';
import {textKeys} from '../views/text/kind.ts';
import {everywhereKeys} from './everywhere-keys.ts';
import type {Family} from './family.ts';
import {moveKeys, spaceKey} from './move-keys.ts';

/** The key table. The same letter means the same thing on every screen. */
export function keyTableOf(families: readonly Family[]): readonly KeyBinding[] {
  const own = families.flatMap(family => family.keys ?? []);
  const isEverywhere = ({scopes}: KeyBinding): boolean => scopes.includes('everywhere');
  return [
    ...listKeys,
    ...homeKeys,
    copyIdKey,
    exportKey,
    compareKey,
    autoKey,
    ...own.filter(one => !isEverywhere(one)),
    ...markKeys,
    ...liftKeys,
    ...treeKeys,
    ...columnKeys,
    chooserKey,
    ...chooserKeys,
    ...previewKeys,
    ...textKeys,
    spaceKey,
    ...formKeys,
    ...matrixKeys,
    copyCellKey,
    ...moveKeys,
    ...tabKeys,
    ...writeKeys,
    ...takeBackKeys,
    exportReportKey,
    ...everywhereKeys(own.filter(isEverywhere)),
  ];
}
