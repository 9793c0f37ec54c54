import type {PanelRow} from './count.ts';
import type {Line, Span} from './line.ts';
import type {AppState} from './state.ts';

/** A part of the home screen that a family fills: what is new, what comes next. */
export interface Panel {
  readonly id: string;
  readonly title: string;
  /** Where it stands among the others, from 1. */
  readonly order: number;
  /** @param columns width of the panel */
  readonly body: (state: AppState, columns: number) => PanelBody;
}

/** What a panel shows now. */
export interface PanelBody {
  /** Behind the title. @default nothing */
  readonly count?: Span;
  /** At the end of the title's line. @default nothing */
  readonly note?: Span;
  /** Over the rows, such as a chart; not moved in. @default none */
  readonly lines?: readonly Line[];
  readonly rows: readonly PanelRow[];
  /** Said where there are no rows: what was answered, or that it is not known yet. */
  readonly empty: Span;
}
