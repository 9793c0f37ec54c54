import {contentAnswers} from './content.ts';
import type {Answers} from './shapes.ts';
import {trackerAnswers} from './tracker.ts';

/** Every answer of a known shape, by the operation's `group name`. */
export const answers: Answers = {...trackerAnswers, ...contentAnswers};
