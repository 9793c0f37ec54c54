/**
 * What makes a terminal ring and, where it can (OSC 9: iTerm2, WezTerm, kitty, Windows Terminal,
 * ConEmu), show a notification on the desktop. Others ring only.
 *
 * @param text one line; control characters are left out
 */
export function notificationSequence(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, 200);
  return `\x07\x1b]9;${line}\x07`;
}
