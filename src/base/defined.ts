/** Remove the members without a value. */
export function defined<T extends object>(
  members: T,
): {[Name in keyof T]?: Exclude<T[Name], undefined>} {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as ReturnType<typeof defined<T>>;
}
