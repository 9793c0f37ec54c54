/**
 * What a table has for a name from outside; undefined when it has none. A plain `table[name]` also finds
 * what every object inherits, for names such as `constructor`.
 */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
