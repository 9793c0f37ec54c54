/** A source with a file of its own in the build. */
interface Part {
  readonly module: string;
  readonly file: string;
}

export const deferredParts: readonly Part[];
export const lateParts: readonly Part[];
