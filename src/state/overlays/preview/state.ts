import type {ErrorSummary} from '../../model/load.ts';
import type {Resource} from '../../model/resource.ts';

/** The text of the preview. */
export interface PreviewContent {
  readonly about: string;
  /** Id of its row. */
  readonly row: string;
  readonly resource: Resource;
  /** JSON text; the row's own until the object is read. */
  readonly text: string;
}

/** The preview of the row under the cursor. */
export interface Preview {
  /** Movement keys scroll it rather than the list. */
  readonly focused: boolean;
  readonly zoomed: boolean;
  readonly top: number;
  /** The row and its text when it was read; undefined before the first one. */
  readonly about: string | undefined;
  /** The row being read while the previous one is still shown. @default none */
  readonly begun?: string;
  /** The content shown: of its row, or of the previous one until the cursor rests. */
  readonly shown: PreviewContent | undefined;
  readonly state: 'waiting' | 'ready' | {readonly trouble: ErrorSummary};
  /** The one-shot command that reads the object; undefined if only the row is shown. */
  readonly command: string | undefined;
  /** Texts already read, by row, oldest first. */
  readonly known: ReadonlyMap<string, string>;
}

/** Reset the preview, after a refresh or a change of profile. */
export const emptyPreview = {about: undefined, known: new Map<string, string>()};
