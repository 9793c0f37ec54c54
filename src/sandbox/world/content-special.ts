import type {BodySource} from './content-body.ts';
import * as xml from './content-storage.ts';
import {makeRandom} from './random.ts';
import posts from './special-posts.json' with {type: 'json'};

/**
 * Posts in every world, with contents that generated texts do not have. Their bodies contain
 * `{slots}`.
 */
export const specialPosts = posts;

export type SpecialName = keyof typeof posts;

/** Generate the storage XML of a special post, filling its slots from the source. */
export function generateSpecialBody(name: SpecialName, source: BodySource): string {
  const random = makeRandom(source.seed, name);
  const mentionOfPerson = xml.mention(random.pick(source.people));
  const [file] = source.images;
  const [page] = source.pages;
  const markers = source.markers.map(({ref, selection}) => xml.commentMarker(ref, selection));
  const slots: Readonly<Record<string, () => string>> = {
    someone: () => mentionOfPerson,
    uuid: random.uuid,
    image: () => (file === undefined ? '' : xml.image(file, 'An attached image')),
    page: () => (page ? `<p>${xml.pageLink(page.spaceKey, page.title, 'A page')}</p>` : ''),
    markers: () => markers.join(' '),
    wideMarkers: () => markers.join('、'),
    unbroken: () => 'unbroken'.repeat(60),
  };
  const body = posts[name].body.join('');
  return body.replace(/\{(\w+)\}/g, (whole, slot: string) => slots[slot]?.() ?? whole);
}
