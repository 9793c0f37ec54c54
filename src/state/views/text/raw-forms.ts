import {
  decodeString,
  itemSpans,
  kindOf,
  memberSpans,
  rootSpan,
  type Span,
  sliceSpan,
} from '../../../base/json-scan.ts';

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A value with the jq path that leads to it. */
export interface Field {
  readonly path: string;
  /** JSON text exactly as it came. */
  readonly value: string;
}

/**
 * JSON text as one field for every value without members, each with its jq path: `.lead.name`,
 * `.values[0]["odd name"]`.
 *
 * @param json one JSON value
 */
export function fieldsOf(json: string): Field[] {
  return below(json, rootSpan(json), '');
}

function below(json: string, span: Span, path: string): Field[] {
  const kind = kindOf(json, span);
  if (kind === 'object') {
    const members = memberSpans(json, span);
    if (members.length > 0) {
      return members.flatMap(({key, value}) =>
        below(json, value, path + step(decodeString(json, key), path)),
      );
    }
  }
  if (kind === 'array') {
    const items = itemSpans(json, span);
    if (items.length > 0) {
      return items.flatMap((item, i) => below(json, item, `${path === '' ? '.' : path}[${i}]`));
    }
  }
  return [{path: path === '' ? '.' : path, value: sliceSpan(json, span)}];
}

function step(name: string, path: string): string {
  if (plainName.test(name)) return `.${name}`;
  return `${path === '' ? '.' : ''}[${JSON.stringify(name)}]`;
}
