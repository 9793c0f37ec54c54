/**
 * Make a bundle load Node's own modules when they are first used: some (http, crypto,
 * child_process, v8) take 2 to 4 ms each, and most commands use none of them. The same for the
 * bundles of deferred and late parts, which are the only ones that are required at the top.
 *
 * Works on what esbuild writes for an import: a `var` at the top, used only as `name.member`. One
 * used in any other way is left as it is.
 */
export function loadLazily(text) {
  const declaration =
    /^var (import_\w+) = ((?:__toESM\()?require\("(?:node:[\w/]+|\.\/[\w-]+\.cjs)"\)(?:\.modules\("[^"]+"\))?(?:, 1\))?);$/gm;
  let lazy = text;
  for (const [line, name, made] of text.matchAll(declaration)) {
    const uses = lazy.match(new RegExp(`\\b${name}\\b`, 'g')).length;
    const members = lazy.match(new RegExp(`\\b${name}\\.`, 'g'))?.length ?? 0;
    if (uses !== members + 1) continue;
    const defaults = lazy.match(new RegExp(`\\b${name}\\.default\\b`, 'g'))?.length ?? 0;
    // The whole module as the default of an ES module, without a getter for each of its members.
    const whole = /^__toESM\((require\("node:.*"\)), 1\)$/.exec(made)?.[1];
    const value = whole !== undefined && defaults === members ? `{ default: ${whole} }` : made;
    // In brackets, or `new name().Member()` would make the wrong thing.
    lazy = lazy
      .replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `(${name}()).`)
      .replace(
        line,
        `var ${name}_made;\nfunction ${name}() {\n  return ${name}_made ??= ${value};\n}`,
      );
  }
  return lazy;
}
