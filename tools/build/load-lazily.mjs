/**
 * Make a bundle load Node's modules on first use: some (http, crypto, child_process, v8) take 2 to
 * 4 ms each, and most commands use none of them. The same applies to the bundles of deferred and
 * late parts, the only ones required at the top.
 *
 * Works on the output of esbuild for an import: a `var` at the top, used only as `name.member`.
 * Other uses are unchanged.
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
    // The whole module as the default of an ES module, without a getter for each member.
    const whole = /^__toESM\((require\("node:.*"\)), 1\)$/.exec(made)?.[1];
    const value = whole !== undefined && defaults === members ? `{ default: ${whole} }` : made;
    // Parentheses are required, since `new name().Member()` would construct another object.
    lazy = lazy
      .replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `(${name}()).`)
      .replace(
        line,
        `var ${name}_made;\nfunction ${name}() {\n  return ${name}_made ??= ${value};\n}`,
      );
  }
  return lazy;
}
