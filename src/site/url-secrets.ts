import {isSecretName} from '../base/hide-secrets.ts';

const queryPair = /([?&;]([^=&?;#]+)=)([^&;#]+)/g;
const credentials = /^(https?:\/\/)([^/?#@]+)@/;
const reference = /\$\{(\w+)\}/g;

/**
 * Replace secrets in a URL, which files must not contain, by references to variables:
 * `https://ci.example/hook?token=x` → `https://ci.example/hook?token=${CI_EXAMPLE_TOKEN}`.
 */
export function hideInUrl(url: string): string {
  const host = url.replace(/^\w+:\/\/(?:[^/?#@]*@)?/, '').replace(/[/?#].*/s, '');
  const variable = (name: string): string =>
    `\${${`${host}_${name}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;
  return url
    .replace(queryPair, (all, start: string, name: string) =>
      isSecretName(name) || /^(?:key|code)$/i.test(name) ? start + variable(name) : all,
    )
    .replace(credentials, (_, scheme: string) => `${scheme}${variable('credentials')}@`);
}

/** The variables that a text refers to. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(([, name = '']) => name);
}

/** Replace references by the values of variables; unknown ones stay. */
export function withVariables(
  text: string,
  variable: (name: string) => string | undefined,
): string {
  return text.replace(reference, (all, name: string) => variable(name) ?? all);
}
