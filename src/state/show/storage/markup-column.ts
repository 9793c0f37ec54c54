import {plainValue} from '../../../output/column-kind.ts';
import {columnOf} from '../../model/column.ts';
import {storageText} from './document.ts';

const markupText: typeof plainValue = value => storageText(plainValue(value));

/** Text of storage XML without its tags, on one line. */
export const markup = columnOf({text: markupText, csv: markupText});
