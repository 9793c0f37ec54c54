/** Time without a response after which a watch is dead, milliseconds. */
export const deadAfterMs = 300_000;
