import {jsonTargets} from './json-targets.ts';
import {requestTargets} from './request-targets.ts';
import {screenTargets} from './screen-targets.ts';
import type {FuzzTarget} from './target.ts';
import {textTargets} from './text-targets.ts';

/** Everything `npm run fuzz` tries, in its order. */
export const fuzzTargets: readonly FuzzTarget[] = [
  ...jsonTargets,
  ...textTargets,
  ...requestTargets,
  ...screenTargets,
];
