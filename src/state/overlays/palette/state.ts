/** A list to be searched. */
export interface SearchScope {
  readonly list: string;
  /** The parent of its entities, if required. */
  readonly within?: string;
  /** No parent is known: search in the first existing ones. @default false */
  readonly inFirst?: true;
}
