/** One list of the app to be looked in for a text. */
export interface SearchScope {
  /** Its id. */
  readonly list: string;
  /** What its things lie in, where they must. */
  readonly within?: string;
  /** Nothing is known in which its things lie: in the first of what there is. @default false */
  readonly inFirst?: true;
}
