import type {InputRule} from './field.ts';
import type {Operation} from './operation.ts';
import type {Problem} from './request-plan.ts';

/**
 * Check the rules between inputs; soft rules are used in help only.
 *
 * @param isGiven check whether an input has a value
 * @param label name of an input in messages; by default its flag
 */
export function checkRules(
  operation: Pick<Operation, 'rules'>,
  isGiven: (name: string) => boolean,
  label = asFlag,
): Problem[] {
  return (operation.rules ?? [])
    .filter(rule => !rule.soft)
    .flatMap(rule => {
      const message = checkRule(rule, isGiven, label);
      if (message === undefined) return [];
      const inputs = 'input' in rule ? [rule.input] : rule.inputs;
      return [{input: inputs.find(isGiven) ?? inputs[0] ?? '', message}];
    });
}

/** Describe a rule between inputs for help: `give exactly one of --key and --username`. */
export function describeRule(rule: InputRule, label = asFlag): string {
  switch (rule.kind) {
    case 'exactlyOne':
      return `give exactly one of ${listFlags(rule.inputs, 'and', label)}`;
    case 'atLeastOne':
      if (rule.inputs.length === 1) return `${listFlags(rule.inputs, 'and', label)} is required`;
      return `give at least one of ${listFlags(rule.inputs, 'and', label)}`;
    case 'notTogether':
      return `${listFlags(rule.inputs, 'and', label)} cannot be combined; give one of them`;
    case 'needs':
      return `${label(rule.input)} needs ${listFlags(rule.inputs, 'and', label)} too`;
    case 'needsOne':
      return `${label(rule.input)} needs ${listFlags(rule.inputs, 'or', label)} too`;
  }
}

function checkRule(
  rule: InputRule,
  isGiven: (name: string) => boolean,
  label: typeof asFlag,
): string | undefined {
  const present = rule.inputs.filter(isGiven);
  const missing = rule.inputs.filter(name => !isGiven(name));
  switch (rule.kind) {
    case 'exactlyOne':
      if (present.length === 1) return undefined;
      return present.length === 0
        ? describeRule(rule, label)
        : `${listFlags(present, 'and', label)} cannot be combined; ${describeRule(rule, label)}`;
    case 'atLeastOne':
      return present.length > 0 ? undefined : describeRule(rule, label);
    case 'notTogether':
      return present.length < 2 ? undefined : describeRule({...rule, inputs: present}, label);
    case 'needs':
      return isGiven(rule.input) && missing.length > 0
        ? describeRule({...rule, inputs: missing}, label)
        : undefined;
    case 'needsOne':
      return isGiven(rule.input) && present.length === 0 ? describeRule(rule, label) : undefined;
  }
}

/** List names in a sentence: `--a, --b and --c`. */
export function listFlags<Name extends string>(
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
