import {nearestNames} from '../../base/nearest.ts';
import type {KeyBinding} from './binding.ts';
import {specialKeys} from './terminal-input.ts';

/**
 * The user's key bindings: scope → default key → replacement keys; an empty list removes the key.
 */
export type Remap = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A key table with the user's changes, and the problems found in them. */
export interface Remapped {
  readonly table: readonly KeyBinding[];
  /** One sentence each, with what to do; empty if there are none. */
  readonly problems: readonly string[];
}

/** Whether a text is the name of a key a terminal can send. */
export function isKeyName(name: string): boolean {
  if (specialKeys.has(name)) return true;
  if (/^(?:ctrl\+)?(?:alt\+)?(?:shift\+)?(?:up|down|left|right|home|end)$/.test(name)) return true;
  if (/^ctrl\+[a-z]$/.test(name)) return true;
  const plain = name.startsWith('alt+') ? name.slice(4) : name;
  return [...plain].length === 1 && !/[\s\u0000-\u001f\u007f-\u009f]/.test(plain);
}

/**
 * Apply the user's changes to the table. A change names a default key and its scope; if two rows
 * would share a key in a scope, both are reported and the change is ignored.
 */
export function remapKeys(table: readonly KeyBinding[], remap: Remap): Remapped {
  const problems: string[] = [];
  const scopes = [...new Set(table.flatMap(b => b.scopes))];
  let changed = table;
  for (const [scope, changes] of Object.entries(remap)) {
    if (!scopes.includes(scope)) {
      problems.push(`keys: unknown scope ${scope}; ${offer(scope, scopes)}`);
      continue;
    }
    for (const [from, to] of Object.entries(changes)) {
      const problem = problemOf(table, scope, from, to);
      if (problem === undefined) changed = changed.flatMap(b => withKeys(b, scope, from, to));
      else problems.push(problem);
    }
  }
  const shared = [...problems, ...sharedKeys(changed)];
  return shared.length > problems.length ? {table, problems: shared} : {table: changed, problems};
}

function problemOf(
  table: readonly KeyBinding[],
  scope: string,
  from: string,
  to: readonly string[],
): string | undefined {
  const here = table.filter(b => b.scopes.includes(scope));
  const known = here.flatMap(b => b.keys);
  if (!known.includes(from)) {
    return `keys: ${from} is not a default key of ${scope}; ${offer(from, known)}`;
  }
  const unknown = to.find(key => !isKeyName(key));
  if (unknown !== undefined) {
    return `keys: ${scope} ${from}: unknown key ${unknown}; ${offer(unknown, [...specialKeys])}`;
  }
  return undefined;
}

function offer(wanted: string, names: readonly string[]): string {
  const near = nearestNames(wanted, names);
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : `valid: ${names.join(' ')}`;
}

/** The row with other keys in one scope; in its other scopes it keeps its keys. */
function withKeys(
  binding: KeyBinding,
  scope: string,
  from: string,
  to: readonly string[],
): readonly KeyBinding[] {
  const here = binding.scopes.filter(s => s === scope);
  if (here.length === 0 || !binding.keys.includes(from)) return [binding];
  const keys = binding.keys.flatMap(key => (key === from ? to : [key]));
  const elsewhere = binding.scopes.filter(s => s !== scope);
  return [
    ...(keys.length > 0 ? [{...binding, scopes: here, keys}] : []),
    ...(elsewhere.length > 0 ? [{...binding, scopes: elsewhere}] : []),
  ];
}

/** Keys shared by two rows of a scope, unless one of them applies only under a condition. */
export function sharedKeys(table: readonly KeyBinding[]): string[] {
  const seen = new Map<string, KeyBinding>();
  const problems: string[] = [];
  for (const binding of table.filter(({only}) => only === undefined)) {
    for (const scope of binding.scopes) {
      for (const key of binding.keys) {
        const place = `${scope} ${key}`;
        const other = seen.get(place);
        if (other !== undefined && other !== binding) {
          problems.push(
            `keys: ${key} has two meanings in ${scope}: “${other.label}” and “${binding.label}”`,
          );
        } else seen.set(place, binding);
      }
    }
  }
  return problems;
}
