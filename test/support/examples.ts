import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {root} from './sources.ts';

/** An example of a page: a script, and what it prints where the page says so. */
export interface Example {
  /** The heading above it and its first line. */
  readonly title: string;
  /** The file the page calls it. */
  readonly file: string;
  readonly script: string;
  readonly prints: string | undefined;
}

/**
 * The examples of a page of docs, which a reader can run as they stand, and the files they need.
 */
export function readExamples(name: string): readonly Example[] {
  const page = readFileSync(join(root, 'docs', name), 'utf8');
  const examples: Example[] = [];
  let heading = '';
  const parts =
    /^#+ (.+)$|^```(?:bash ?|(?:jq|json|xml|csv) (?=\S))(\S*)\n([\s\S]*?)^```(?:\n+```text\n([\s\S]*?)^```)?/gm;
  for (const [, title, file = '', script, prints] of page.matchAll(parts)) {
    if (title !== undefined) heading = title;
    if (script !== undefined) {
      examples.push({title: `${heading}: ${script.split('\n')[0]}`, file, script, prints});
    }
  }
  return examples;
}
