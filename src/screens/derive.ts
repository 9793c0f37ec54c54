import type {JsonValue} from '../base/json-value.ts';
import {contentTree} from './content/content-tree.ts';
import {contextPlace, issueTypeUsages, projectAvatars, uiContexts} from './fields/parts.ts';
import {grantFindings} from './schemes/grant-findings.ts';

/** Rows that are made from an answer, by name, so that resources stay data. */
const derivations = {
  grantFindings,
  projectAvatars,
  uiContexts,
  contextPlace,
  issueTypeUsages,
  contentTree,
};

/** Names of the derivations. */
export type DeriveName = keyof typeof derivations;

/**
 * Make rows from an answer.
 *
 * @param params those the list was opened with, and for a fill those of its row
 */
export function derive(
  name: DeriveName,
  answer: JsonValue,
  params: Readonly<Record<string, string>>,
): readonly JsonValue[] {
  return derivations[name](answer, params);
}
