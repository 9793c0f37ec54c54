import type {Feature} from '../../state/app/feature.ts';
import {persistedTour, tourCommand, tourKeys, tourReactions} from './tour.ts';

/** The tour of the sandbox. */
export const tourFeature: Feature = {
  id: 'tour',
  keys: tourKeys,
  commands: [tourCommand],
  persisted: [persistedTour],
  reactions: tourReactions,
};
