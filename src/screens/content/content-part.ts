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

/**
 * Makes the lists that belong to one thing, of which screens have the id as a parameter. An operation
 * takes that id as `by`. @default id
 */
export function partsOf(owner: string) {
  return (
    shape: Shape,
    {
      by = 'id',
      inputs,
      ...rest
    }: Omit<PartOptions, 'shape' | 'needs' | 'inputs'> & {
      readonly by?: string;
      readonly inputs?: PartOptions['inputs'];
    },
  ): Resource =>
    contentPart({...rest, shape, needs: [owner], inputs: {[by]: `{${owner}}`, ...inputs}});
}
