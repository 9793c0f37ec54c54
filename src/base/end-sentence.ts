/** Add a full stop to a text, such as a server's, that does not end a sentence. */
export function endSentence(text: string): string {
  return /[.!?]\s*$/.test(text) ? text : `${text}.`;
}
