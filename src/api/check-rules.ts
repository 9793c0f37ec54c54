import type {Operation} from './operation.ts';
import type {Problem} from './request-plan.ts';
import type {InputRule} from './rule.ts';

/**
 * Which rules between inputs are broken; soft rules are help only.
 *
 * @param isGiven whether an input of that name was given
 */
export function checkRules(operation: Operation, isGiven: (name: string) => boolean): Problem[] {
  return (operation.rules ?? [])
    .filter(rule => !rule.soft)
    .flatMap(rule => {
      const message = brokenBy(rule, isGiven);
      if (message === undefined) return [];
      const named = 'input' in rule ? [rule.input] : rule.inputs;
      return [{input: named.find(isGiven) ?? named[0] ?? '', message}];
    });
}

/** A rule between inputs as a sentence, for help: `give exactly one of --key and --username`. */
export function describeRule(rule: InputRule): string {
  switch (rule.kind) {
    case 'exactlyOne':
      return `give exactly one of ${flags(rule.inputs, 'and')}`;
    case 'atLeastOne':
      return `give at least one of ${flags(rule.inputs, 'and')}`;
    case 'notTogether':
      return `${flags(rule.inputs, 'and')} cannot be combined; give one of them`;
    case 'needs':
      return `--${rule.input} needs ${flags(rule.inputs, 'and')} too`;
    case 'needsOne':
      return `--${rule.input} needs ${flags(rule.inputs, 'or')} too`;
  }
}

function brokenBy(rule: InputRule, isGiven: (name: string) => boolean): string | undefined {
  const there = rule.inputs.filter(isGiven);
  const missing = rule.inputs.filter(name => !isGiven(name));
  switch (rule.kind) {
    case 'exactlyOne':
      if (there.length === 1) return undefined;
      return there.length === 0
        ? describeRule(rule)
        : `${flags(there, 'and')} cannot be combined; ${describeRule(rule)}`;
    case 'atLeastOne':
      return there.length > 0 ? undefined : describeRule(rule);
    case 'notTogether':
      return there.length < 2 ? undefined : describeRule({...rule, inputs: there});
    case 'needs':
      return isGiven(rule.input) && missing.length > 0
        ? describeRule({...rule, inputs: missing})
        : undefined;
    case 'needsOne':
      return isGiven(rule.input) && there.length === 0 ? describeRule(rule) : undefined;
  }
}

function flags(names: readonly string[], last: 'and' | 'or'): string {
  const all = names.map(name => `--${name}`);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`;
}
