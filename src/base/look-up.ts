/**
 * Return the value of a table for an external name; undefined if absent. A plain `table[name]`
 * would also find inherited members, for names such as `constructor`.
 */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
