import type {OperationRef} from '../../api/operation-ref.ts';
import type {Column} from '../../base/column.ts';
import type {JsonObject, JsonValue} from '../../base/json-value.ts';
import type {Tone} from '../../base/tone.ts';
import {columnKindOf} from '../../output/column-kind.ts';
import type {ReadAt} from './line.ts';

/** One amount of a bar chart. */
export interface ChartBar {
  readonly label: string;
  /** Pointer to the number. */
  readonly from: string;
  readonly tone?: Tone;
  /** The character of its bar, so that colour is not the only difference. @default '█' */
  readonly fill?: string;
  /** Omit it if it is zero. @default false */
  readonly rare?: true;
}

/** A line of a card, or the source of several lines. Empty values are omitted. */
export type CardLine =
  /** A label, followed by values on one line. */
  | {readonly kind: 'field'; readonly label: string; readonly values: readonly Column[]}
  /**
   * An empty line and a heading for the lines up to the next heading; omitted if they are empty.
   */
  | {readonly kind: 'group'; readonly heading: string; readonly values: readonly Column[]}
  /** Values of each element of an array, one line each, at most `most`. */
  | {
      readonly kind: 'rows';
      readonly from: string;
      readonly values: readonly Column[];
      readonly most: number;
    }
  | {readonly kind: 'bars'; readonly amounts: readonly ChartBar[]}
  /** A sparkline of numbers over time. */
  | {readonly kind: 'chart'; readonly from: string; readonly tone: Tone}
  /** The start of a text, in storage format or plain. */
  | {
      readonly kind: 'words';
      readonly from: readonly string[];
      readonly storage: boolean;
      readonly most: number;
    };

/**
 * The most important facts about an object, as data: the source of its preview and its overview.
 */
export interface Card {
  /**
   * Reads the object with the other facts of the card. @default the call of the list's `describe`
   */
  readonly call?: OperationRef;
  /**
   * Follow-up calls about the entities the row names, if there is no such call; as `after` of
   * a call.
   */
  readonly after?: OperationRef['after'];
  /** The first is emphasized; the others follow in grey. */
  readonly title: readonly Column[];
  readonly lines: readonly CardLine[];
  /**
   * Members derived from the response and from feature state, added to the response. Called on each
   * render.
   */
  readonly adds?: (value: JsonValue, at: ReadAt) => JsonObject;
}

/** A label followed by values. */
export const field = (label: string, ...values: readonly Column[]): CardLine => ({
  kind: 'field',
  label,
  values,
});

/** A heading followed by values. */
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

export const bars = (...amounts: readonly ChartBar[]): CardLine => ({kind: 'bars', amounts});

export const chart = (from: string, tone: Tone = 'accent'): CardLine => ({
  kind: 'chart',
  from,
  tone,
});

/** The start of a plain text. @default most 4 lines */
export const words = (from: string, most = 4): CardLine => ({
  kind: 'words',
  from: [from],
  storage: false,
  most,
});

/** The start of a text in storage format. @default most 8 lines */
export const storageWords = (from: string, most = 8): CardLine => ({
  kind: 'words',
  from: [from],
  storage: true,
  most,
});

/** Embed a column's value in a phrase: `due {}`. */
export function inPhrase(said: string, column: Column): Column {
  const kind = columnKindOf(column);
  return {
    ...column,
    kind: {
      ...kind,
      text(value, place) {
        const text = kind.text(value, place);
        // Ages below a minute are shown as `now`, which does not fit into "{} ago".
        return text === '' ? '' : said.replace('{}', () => text).replace(/\bnow ago\b/, 'just now');
      },
    },
  };
}
