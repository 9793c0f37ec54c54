import type {OperationRef} from '../../api/operation-ref.ts';
import type {Column} from '../../base/column.ts';
import type {JsonObject, JsonValue} from '../../base/json-value.ts';
import type {Tone} from '../../base/tone.ts';
import {columnKindOf} from '../../output/column-kind.ts';
import type {ReadAt} from './line.ts';

/** One of the amounts that are drawn as bars below each other. */
export interface Amount {
  readonly label: string;
  /** Leads to the number. */
  readonly from: string;
  readonly tone?: Tone;
  /** The character its bar is made of, so that colour is not all that tells. @default '█' */
  readonly fill?: string;
  /** Left out where there is none. @default false */
  readonly rare?: true;
}

/** A line of a card, or what its lines are made of. What has no value is left out. */
export type CardLine =
  /** A label, then values beside each other. */
  | {readonly kind: 'field'; readonly label: string; readonly values: readonly Column[]}
  /** An empty line and a heading over what follows it, up to the next heading; left out when nothing does. */
  | {readonly kind: 'group'; readonly heading: string; readonly values: readonly Column[]}
  /** Values of each element of an array, a line for each, `most` at most. */
  | {
      readonly kind: 'rows';
      readonly from: string;
      readonly values: readonly Column[];
      readonly most: number;
    }
  | {readonly kind: 'bars'; readonly amounts: readonly Amount[]}
  /** Numbers over time as one line of small bars. */
  | {readonly kind: 'chart'; readonly from: string; readonly tone: Tone}
  /** The begin of a text, in storage format or plain. */
  | {
      readonly kind: 'words';
      readonly from: readonly string[];
      readonly storage: boolean;
      readonly most: number;
    };

/** What an admin wants to know first about an object, as data: its preview and its overview are drawn from it. */
export interface Card {
  /** Reads the object with what else the card says. @default the call of the list's `describe` */
  readonly call?: OperationRef;
  /** Asked about what the row names where there is no such call, as `after` of a call is. */
  readonly after?: OperationRef['after'];
  /** The first stands out; the others stand behind it in grey. */
  readonly title: readonly Column[];
  readonly lines: readonly CardLine[];
  /**
   * Members that are made of the answer and of what the families remember, put beside the answer's
   * own. Called each time it is drawn.
   */
  readonly adds?: (value: JsonValue, at: ReadAt) => JsonObject;
}

/** A label with values beside each other. */
export const field = (label: string, ...values: readonly Column[]): CardLine => ({
  kind: 'field',
  label,
  values,
});

/** A heading, with values behind it. */
export const group = (heading: string, ...values: readonly Column[]): CardLine => ({
  kind: 'group',
  heading,
  values,
});

/** A line for each element of an array. @default most 5 */
export const rows = (from: string, values: readonly Column[], most = 5): CardLine => ({
  kind: 'rows',
  from,
  values,
  most,
});

/** Amounts as bars. */
export const bars = (...amounts: readonly Amount[]): CardLine => ({kind: 'bars', amounts});

/** Numbers over time. */
export const chart = (from: string, tone: Tone = 'accent'): CardLine => ({
  kind: 'chart',
  from,
  tone,
});

/** The begin of a plain text. @default most 4 lines */
export const words = (from: string, most = 4): CardLine => ({
  kind: 'words',
  from: [from],
  storage: false,
  most,
});

/** The begin of a text in storage format. @default most 8 lines */
export const storageWords = (from: string, most = 8): CardLine => ({
  kind: 'words',
  from: [from],
  storage: true,
  most,
});

/** A value said within words: `due {}`. */
export function within(said: string, column: Column): Column {
  const kind = columnKindOf(column);
  return {
    ...column,
    kind: {
      ...kind,
      text(value, place) {
        const text = kind.text(value, place);
        // An age below a minute is no number of anything.
        return text === '' ? '' : said.replace('{}', () => text).replace(/\bnow ago\b/, 'just now');
      },
    },
  };
}
