import type {RawReply, RawRequest} from './machine.ts';

/** Pages that never end: each leads to one more, or all to the same one. */
export type FaultPages = 'endless' | 'same';

/** The query members that say where a page begins. */
const places = ['startAt', 'cursor', 'after', 'nextPageToken'];

/**
 * The first page of a list over and over, whatever page is asked for, with a next one: a later one each
 * time, or always the same.
 *
 * @param answer the server without faults
 */
export function answerPages(
  pages: FaultPages,
  raw: RawRequest,
  answer: (raw: RawRequest) => RawReply,
): RawReply {
  const [path = '', query = ''] = raw.target.split('?');
  const asked = new URLSearchParams(query);
  const first = new URLSearchParams(query);
  for (const place of places) first.delete(place);
  const reply = answer({...raw, target: first.size === 0 ? path : `${path}?${first}`});
  const value: unknown = typeof reply.body === 'string' ? JSON.parse(reply.body || '{}') : {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return reply;
  const number = Number(asked.get('cursor')?.replace(/\D/g, '') ?? 0);
  const next = pages === 'same' ? 'again' : `page${number + 1}`;
  const {total: _total, ...rest} = {...value} as Record<string, unknown>;
  const startAt = pages === 'same' ? 0 : Number(asked.get('startAt') ?? 0);
  const page = {
    ...rest,
    ...('isLast' in value && {isLast: false}),
    ...('startAt' in value && {startAt}),
    ...('_links' in value && {
      _links: {...(value._links as object), next: `${path}?cursor=${next}`},
    }),
  };
  const {link: _link, ...headers} = {...reply.headers} as Record<string, string>;
  return {...reply, headers, body: JSON.stringify(page)};
}
