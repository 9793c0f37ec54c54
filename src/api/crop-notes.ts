import {imageSizeOf} from './image-size.ts';
import type {Operation} from './operation.ts';
import type {Given} from './request-plan.ts';

/**
 * Says that the square that is taken of an image reaches over its edge. No reason to refuse it: the
 * documents leave to the service what it makes of that. Nothing where the image does not tell its size.
 */
export function cropNotes({inputs}: Operation, {inputs: given, body}: Given): readonly string[] {
  const crop = inputs.find(one => one.place === 'body')?.crop;
  const image = crop && body instanceof Uint8Array ? imageSizeOf(body) : undefined;
  if (crop === undefined || image === undefined) return [];
  const number = (name: string): number => Number(given[name]?.[0] ?? 0);
  const right = number(crop.left) + number(crop.size);
  const bottom = number(crop.top) + number(crop.size);
  if (right <= image.width && bottom <= image.height) return [];
  const name = given[crop.size] ? crop.size : given[crop.left] ? crop.left : crop.top;
  const size = `${image.width} × ${image.height} pixels`;
  return [`--${name} reaches over the edge: the image has ${size}`];
}
