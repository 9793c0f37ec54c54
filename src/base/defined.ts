/** The members that have a value. */
export function defined<T extends object>(
  members: T,
): {[Name in keyof T]?: Exclude<T[Name], undefined>} {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as ReturnType<typeof defined<T>>;
}
