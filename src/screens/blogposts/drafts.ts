import {contentRef} from '../../api/operation-ref.ts';
import {nameText, text, time} from '../../base/column.ts';
import {
  isObject,
  type JsonValue,
  parseJsonValue,
  readPointer,
  textAt,
} from '../../base/json-value.ts';
import {list} from '../../state/model/resource.ts';
import type {AppState} from '../../state/model/state.ts';
import {afterEvents, type LocalList, noEffects} from '../../state/model/transition.ts';
import {markup} from '../../state/show/storage/document.ts';
import {withLocalRows} from '../../state/views/list/list-page.ts';
import {ownEntries} from '../../state/write/journal.ts';
import {bodyWithNames, mentionFill, spaceColumn, spaceFill} from '../content/content-shapes.ts';
import {draftVerbs} from './blog-post-verbs.ts';

const readDraft = contentRef('blogposts get-blog-post-by-id', {
  id: '{draft}',
  'get-draft': 'true',
  'body-format': 'storage',
});

/** Drafts created from here, from the journal, since the service does not list drafts. */
export const blogDrafts = list({
  id: 'blog-drafts',
  title: 'Drafts of blog posts',
  noun: 'draft',
  service: 'content',
  aliases: ['drafts'],
  local: 'blog-drafts',
  name: ['/title'],
  columns: [
    nameText('TITLE', '/title', {min: 24, max: 60}),
    time('WRITTEN', '/createdAt', {id: 'created'}),
    markup('TEXT', bodyWithNames, {id: 'body', min: 20, max: 80, grows: true}),
    text('SPACE', '/spaceId', {max: 12, dropPriority: 3, tone: 'dim', ...spaceColumn}),
    text('ID', '/id', {max: 12, dropPriority: 4, tone: 'dim'}),
  ],
  fills: [
    spaceFill,
    {
      pointer: '/body/storage/value',
      read: '/body/storage/value',
      call: readDraft,
      params: {draft: ['/id']},
    },
    mentionFill,
  ],
  describe: {call: readDraft},
  opens: {screen: 'blog-draft', params: {draft: ['/id'], crumb: ['/title']}},
  verbs: draftVerbs,
  empty: 'No drafts written with this profile. a writes one.',
  about: 'Drafts written with this profile, from the journal; no operation lists drafts.',
});

/**
 * The drafts that writes in a journal created and did not publish or delete since, newest first.
 *
 * @param journal entries as JSON texts, oldest first
 */
function draftsIn(journal: readonly string[]): readonly string[] {
  const drafts = new Map<string, JsonValue>();
  for (const entry of journal) {
    if (!entry.includes('/blogposts')) continue;
    const value = parseJsonValue(entry);
    const answer = readPointer(value, '/answer') ?? null;
    const [, gone] =
      /\/blogposts\/(\d+)(?:\?|$)/.exec(String(readPointer(value, '/request/url'))) ?? [];
    if (readPointer(value, '/result') !== 'done') continue;
    if (readPointer(value, '/request/method') === 'DELETE' && gone) drafts.delete(gone);
    const id = textAt(answer, '/id');
    if (!isObject(answer) || id === '') continue;
    drafts.delete(id);
    if (answer.status === 'draft') drafts.set(id, answer);
  }
  return [...drafts.values()].reverse().map(draft => JSON.stringify(draft));
}

/** The rows of the list of drafts. */
export const localDrafts: LocalList = {
  rows: state => draftsIn(ownEntries(state)),
  again: state => noEffects(withDrafts(state)),
};

function withDrafts(state: AppState): AppState {
  return withLocalRows(state, blogDrafts.local, draftsIn(ownEntries(state)));
}

/** A write may have created, published or deleted a draft. */
export const updateDraftRows = afterEvents(['write'], (_, step, event) =>
  event.event.kind === 'finished' ? {...step, state: withDrafts(step.state)} : step,
);
