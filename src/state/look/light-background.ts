/**
 * Whether the background a terminal names is light; undefined for a text that names none.
 *
 * @param reply `11;rgb:ffff/ffff/ffff`, with one to four digits a colour
 */
export function isLightBackground(reply: string): boolean | undefined {
  const found = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(reply);
  if (found === null) return undefined;
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map(part => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5;
}
