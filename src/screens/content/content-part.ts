import type {Resource} from '../../state/model/resource.ts';
import type {Shape} from './content-shapes.ts';

interface PartOptions
  extends Pick<Resource, 'id' | 'title' | 'needs' | 'empty' | 'about'>,
    Partial<Pick<Resource, 'opens' | 'describe' | 'fills' | 'sort' | 'noun' | 'verbs'>> {
  /** What its rows look like. */
  readonly shape: Shape;
  readonly operation: string;
  readonly inputs: Resource['sources'][number]['inputs'];
}

/** A list of the content service that belongs to one thing, such as the comments of a post. */
export function contentPart({shape, operation, inputs, ...rest}: PartOptions): Resource {
  return {
    ...shape,
    ...rest,
    service: 'content',
    aliases: [],
    sources: [{service: 'content', operation, inputs}],
  };
}
