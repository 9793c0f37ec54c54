import {isSecretName, redactedText, spellingsOf} from '../base/hide-secrets.ts';

const known = new Set<string>();
let forms: readonly string[] | undefined;

/** Register a secret that was read: no message, log or report of this process may contain it. */
export function rememberSecret(secret: string): void {
  if (known.has(secret)) return;
  known.add(secret);
  forms = undefined;
}

/** Shortest value of a header that is treated as a secret, whatever the header is called. */
const minOpaqueLength = 16;

/**
 * Remember the values of a profile's headers that may be secrets: those of headers named like one,
 * and long ones without blanks. Others, such as a language, may be words of any text.
 */
export function rememberHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    // Behind a scheme: `Basic dXNlcjpwYXNz`.
    const last = value.split(' ').at(-1) ?? '';
    if (isSecretName(name)) rememberSecret(value);
    if (isSecretName(name) || last.length >= minOpaqueLength) rememberSecret(last);
  }
}

/** Redact each secret that this process has read, also if it is escaped for JSON or a URL. */
export function hideKnownSecrets(text: string): string {
  forms ??= spellingsOf([...known]);
  return forms.reduce((shown, form) => shown.replaceAll(form, redactedText), text);
}
