/** Something that could not be read, and why: a sentence fragment. */
export interface Unknown {
  readonly unknown: string;
}

/** Check whether a value could not be read. */
export function isUnread(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && 'unknown' in value;
}
