import {isObject, type JsonObject, type JsonValue} from '../base/json-value.ts';

/** A value of the configuration for people: `role Developers`, or compact JSON. */
export function valueText(value: JsonValue | undefined): string {
  if (isObject(value)) {
    const [pair] = Object.entries(value as JsonObject);
    if (pair && typeof pair[1] === 'string') return `${pair[0]} ${pair[1]}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
