import type {Operation} from '../../operation.ts';
import {blogposts, blogPostIdInParts as id} from './blogpost-inputs.ts';
import {propertyOperations} from './part-operations.ts';

/** Operations on the properties of a blog post: 4 of the 24 operations (services C4.1). */
export function blogPostPropertyOperations(): readonly Operation[] {
  const views = 'View the blog post';
  const {create, list, get, remove} = propertyOperations({
    ...{base: blogposts, noun: 'a blog post', infix: '', id, partId: id},
    permissions: {
      ...{create: 'Update the blog post', list: views},
      ...{get: views, edit: 'Edit the blog post'},
    },
  });
  return [create, list, get, remove];
}
