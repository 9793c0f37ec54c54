import type {BodySource} from './content-body.ts';
import * as xml from './content-storage.ts';
import {makeDraw} from './random.ts';
import posts from './special-posts.json' with {type: 'json'};

/** Posts every world has: each shows what a drawn text does not. Their bodies have `{slots}`. */
export const specialPosts = posts;

export type SpecialName = keyof typeof posts;

/** The storage XML of a special post, its slots filled from the source. */
export function drawSpecialBody(name: SpecialName, source: BodySource): string {
  const draw = makeDraw(source.seed, name);
  const someone = xml.mention(draw.pick(source.people));
  const [file] = source.images;
  const [page] = source.pages;
  const markers = source.markers.map(({ref, selection}) => xml.commentMarker(ref, selection));
  const slots: Readonly<Record<string, () => string>> = {
    someone: () => someone,
    uuid: draw.uuid,
    image: () => (file === undefined ? '' : xml.image(file, 'An attached image')),
    page: () => (page ? `<p>${xml.pageLink(page.spaceKey, page.title, 'A page')}</p>` : ''),
    markers: () => markers.join(' '),
    wideMarkers: () => markers.join('、'),
    unbroken: () => 'unbroken'.repeat(60),
  };
  const body = posts[name].body.join('');
  return body.replace(/\{(\w+)\}/g, (whole, slot: string) => slots[slot]?.() ?? whole);
}
