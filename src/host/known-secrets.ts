import {hiddenValue, writtenForms} from '../base/hide-secrets.ts';

const known = new Set<string>();
let forms: readonly string[] | undefined;

/** Remember a secret that was read: no message, log or report of this process may contain it. */
export function rememberSecret(secret: string): void {
  if (known.has(secret)) return;
  known.add(secret);
  forms = undefined;
}

/** Replace each secret that this process has read, also where it is escaped for JSON or a URL. */
export function hideKnownSecrets(text: string): string {
  forms ??= writtenForms([...known]);
  return forms.reduce((shown, form) => shown.replaceAll(form, hiddenValue), text);
}
