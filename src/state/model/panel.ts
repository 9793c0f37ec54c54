import type {PanelRow} from './count.ts';
import type {Line, Span} from './line.ts';
import type {AppState} from './state.ts';

/** A part of the home screen that a feature fills, such as news or upcoming work. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  /** Its position among the panels, from 1. */
  readonly order: number;
  /** @param columns width of the panel */
  readonly body: (state: AppState, columns: number) => PanelBody;
}

/** The current content of a panel. */
export interface PanelBody {
  /** Shown after the title. @default nothing */
  readonly count?: Span;
  /** Shown at the end of the title line. @default nothing */
  readonly note?: Span;
  /** Lines above the rows, such as a chart; the cursor skips them. @default none */
  readonly lines?: readonly Line[];
  readonly rows: readonly PanelRow[];
  /** Shown if there are no rows: that the list is empty, or still loading. */
  readonly empty: Span;
  /** It does not apply to this profile yet. @default false */
  readonly isHidden?: true;
}
