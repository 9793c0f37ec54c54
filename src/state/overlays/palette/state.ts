export interface SearchScope {
  readonly list: string;
  /** The parent of its entities, if required. */
  readonly within?: string;
  /** Search in the first few parents, since none is known. @default false */
  readonly inFirst?: true;
}
