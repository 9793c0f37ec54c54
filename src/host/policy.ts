import {Failure} from '../base/failure.ts';

/** Which operations a profile lets through (client-contract 8.7). */
export interface Policy {
  /** Globs; with none everything is allowed. */
  readonly allowed: readonly string[];
  /** Globs; these win over `allowed`. */
  readonly denied: readonly string[];
}

/**
 * Refuse an operation that the profile does not allow.
 *
 * @param title `group operation` or `raw METHOD`
 * @throws Failure 'policy_denied'
 */
export function checkPolicy(policy: Policy | undefined, title: string): void {
  if (policy === undefined) return;
  const denying = policy.denied.find(glob => matchesGlob(glob, title));
  if (denying !== undefined) throw denied(title, `denied_operations has "${denying}"`);
  if (policy.allowed.length === 0) return;
  if (!policy.allowed.some(glob => matchesGlob(glob, title))) {
    throw denied(title, 'it is not among allowed_operations');
  }
}

/**
 * Whether a glob fits the whole text: `*` any characters, `?` one, `[a-z]` one of a set, `[!a-z]` one
 * that is not. Takes no longer than the product of both, whatever the glob.
 *
 * @throws Failure 'config_error' for a set that runs backwards: it would fit nothing, and deny nothing
 */
export function matchesGlob(glob: string, text: string): boolean {
  const parts = (glob.match(/\[!?[^\]]+\]|[\s\S]/g) ?? []).map(part => makePart(part, glob));
  let at = 0;
  let inText = 0;
  let star = -1;
  let resume = 0;
  while (inText < text.length) {
    const part = parts[at];
    if (part === 'any number') {
      star = at;
      at += 1;
      resume = inText;
    } else if (part?.(text.charAt(inText))) {
      at += 1;
      inText += 1;
    } else if (star !== -1) {
      // Let the last star take one character more.
      at = star + 1;
      resume += 1;
      inText = resume;
    } else {
      return false;
    }
  }
  return parts.slice(at).every(part => part === 'any number');
}

/** What one part of a glob takes: one character, or any number of any. */
type GlobPart = 'any number' | ((character: string) => boolean);

function makePart(part: string, glob: string): GlobPart {
  if (part === '*') return 'any number';
  if (part === '?') return () => true;
  if (part.length === 1) return character => character === part;
  const isOther = part.length > 3 && /[!^]/.test(part.charAt(1));
  const inside = part.slice(isOther ? 2 : 1, -1);
  const ranges = [...inside.matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].map(
    ([, from = '', to = '', one = from]) => ({from: one, to: to || one}),
  );
  if (ranges.some(({from, to}) => from > to)) {
    throw new Failure('config_error', `In the pattern "${glob}" the set ${part} runs backwards.`, {
      hint: 'Patterns stand in allowed_operations and denied_operations; write [a-z].',
      attempts: 0,
    });
  }
  return character => ranges.some(({from, to}) => from <= character && character <= to) !== isOther;
}

function denied(title: string, why: string): Failure {
  return new Failure('policy_denied', `The profile does not allow "${title}": ${why}.`, {
    hint: 'Use another profile (-p), or change allowed_operations and denied_operations.',
    attempts: 0,
  });
}
