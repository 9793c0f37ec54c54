import type {ErrorSummary} from '../../model/load.ts';
import type {Resource} from '../../model/resource.ts';

/** A text in the pane. */
export interface PreviewContent {
  readonly about: string;
  /** Id of its row. */
  readonly row: string;
  readonly resource: Resource;
  /** JSON text; the row's own until the object was read. */
  readonly text: string;
}

/** The pane that describes the row under the cursor. */
export interface Preview {
  /** Keys that move scroll it rather than the list. */
  readonly focused: boolean;
  readonly zoomed: boolean;
  readonly top: number;
  /** Which row it is about, and as it was when it was read; undefined before the first. */
  readonly about: string | undefined;
  /** What is being read since the cursor rests, while the row before it is still drawn. @default nothing */
  readonly begun?: string;
  /** What is drawn: of the row it is about, or of the one before it until the cursor rests. */
  readonly shown: PreviewContent | undefined;
  readonly state: 'waiting' | 'ready' | {readonly trouble: ErrorSummary};
  /** The one-shot command that reads the object; undefined when the row is all there is. */
  readonly command: string | undefined;
  /** Texts read before by what they are about, oldest first. */
  readonly known: ReadonlyMap<string, string>;
}

/** The preview of which all is read anew: by a refresh, through another profile. */
export const unreadPreview = {about: undefined, known: new Map<string, string>()};
