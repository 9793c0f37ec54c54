import type {InputRule} from './field.ts';
import type {Operation} from './operation.ts';
import type {Problem} from './request-plan.ts';

/**
 * Which rules between inputs are broken; soft rules are help only.
 *
 * @param isGiven whether an input of that name was given
 * @param label how an input is called in messages; as its flag unless said else
 */
export function checkRules(
  operation: Pick<Operation, 'rules'>,
  isGiven: (name: string) => boolean,
  label = asFlag,
): Problem[] {
  return (operation.rules ?? [])
    .filter(rule => !rule.soft)
    .flatMap(rule => {
      const message = brokenBy(rule, isGiven, label);
      if (message === undefined) return [];
      const named = 'input' in rule ? [rule.input] : rule.inputs;
      return [{input: named.find(isGiven) ?? named[0] ?? '', message}];
    });
}

/** A rule between inputs as a sentence, for help: `give exactly one of --key and --username`. */
export function describeRule(rule: InputRule, label = asFlag): string {
  switch (rule.kind) {
    case 'exactlyOne':
      return `give exactly one of ${listed(rule.inputs, 'and', label)}`;
    case 'atLeastOne':
      return `give at least one of ${listed(rule.inputs, 'and', label)}`;
    case 'notTogether':
      return `${listed(rule.inputs, 'and', label)} cannot be combined; give one of them`;
    case 'needs':
      return `${label(rule.input)} needs ${listed(rule.inputs, 'and', label)} too`;
    case 'needsOne':
      return `${label(rule.input)} needs ${listed(rule.inputs, 'or', label)} too`;
  }
}

function brokenBy(
  rule: InputRule,
  isGiven: (name: string) => boolean,
  label: typeof asFlag,
): string | undefined {
  const there = rule.inputs.filter(isGiven);
  const missing = rule.inputs.filter(name => !isGiven(name));
  switch (rule.kind) {
    case 'exactlyOne':
      if (there.length === 1) return undefined;
      return there.length === 0
        ? describeRule(rule, label)
        : `${listed(there, 'and', label)} cannot be combined; ${describeRule(rule, label)}`;
    case 'atLeastOne':
      return there.length > 0 ? undefined : describeRule(rule, label);
    case 'notTogether':
      return there.length < 2 ? undefined : describeRule({...rule, inputs: there}, label);
    case 'needs':
      return isGiven(rule.input) && missing.length > 0
        ? describeRule({...rule, inputs: missing}, label)
        : undefined;
    case 'needsOne':
      return isGiven(rule.input) && there.length === 0 ? describeRule(rule, label) : undefined;
  }
}

/** Names in a sentence: `--a, --b and --c`. */
export function listed<Name extends string>(
  names: readonly Name[],
  last: 'and' | 'or',
  label: (name: Name) => string,
): string {
  const all = names.map(label);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`;
}

function asFlag(name: string): string {
  return `--${name}`;
}
