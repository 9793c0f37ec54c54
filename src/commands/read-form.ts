import {type FormBody, type FormPart, makeForm} from '../api/multipart.ts';
import type {Problem} from '../api/request-plan.ts';
import type {Host} from '../host/host.ts';
import {readSource} from './body-source.ts';

/**
 * The form that --form gives: `name=text`, or `name=@file` with `;type=image/png` behind it where the
 * type is to be said.
 *
 * @returns no body when none is given, or one cannot be read
 */
export async function readForm(
  texts: readonly string[],
  host: Host,
): Promise<{readonly form?: FormBody; readonly problems: readonly Problem[]}> {
  if (texts.length === 0) return {problems: []};
  const parts: FormPart[] = [];
  const problems: Problem[] = [];
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) {
      const message = `--form is a field name=text or name=@file, not ${JSON.stringify(text)}`;
      problems.push({input: 'form', message});
      continue;
    }
    const name = text.slice(0, at);
    const value = text.slice(at + 1);
    if (!value.startsWith('@')) {
      parts.push({name, content: value});
      continue;
    }
    const [, path = '', type] = /^@(.*?)(?:;type=([\w.+-]+\/[\w.+-]+))?$/s.exec(value) ?? [];
    const {body, problems: unread} = await readSource('form', `@${path}`, 'bytes', host);
    problems.push(...unread);
    const fileName = path.replace(/^.*[\\/]/s, '');
    if (body !== undefined) parts.push({name, content: body, fileName, ...(type && {type})});
  }
  return problems.length > 0 ? {problems} : {form: makeForm(parts, () => host.random()), problems};
}
