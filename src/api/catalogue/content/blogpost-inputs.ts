import type {QueryInput} from '../../operation.ts';
import {inQuery, repeated} from '../inputs.ts';
import {idInPath} from './content-inputs.ts';

/** The members of all documented blog post operations. */
export const blogposts = {
  service: 'content',
  group: 'blogposts',
  root: 'content',
  section: 'services C4.1',
} as const;

export const blogPostId = idInPath('id', 'blog post id', 'blog post');

/** The same id, as named in paths of versions and properties. */
export const blogPostIdInParts = idInPath('blogpost-id', 'blog post id', 'blog post');

function include(name: string, what: string, on?: 'true'): QueryInput {
  return inQuery(`include-${name}`, 'boolean', {
    default: on ?? 'false',
    added: true,
    help: `include ${what}`,
  });
}

/** Inputs of get-blog-post-by-id that the documentation omits (services W3.3). */
export const blogPostInclude = [
  inQuery('get-draft', 'boolean', {default: 'false', added: true, help: 'get the draft'}),
  repeated('status', {
    values: ['current', 'trashed', 'deleted', 'historical', 'draft'],
    added: true,
    help: 'only in one of these states',
  }),
  inQuery('version', 'integer', {added: true, help: 'an earlier version'}),
  include('labels', 'its labels'),
  include('properties', 'its properties'),
  include('operations', 'the operations you may perform'),
  include('likes', 'its likes'),
  include('versions', 'its versions'),
  include('version', 'the version', 'true'),
  include('favorited-by-current-user-status', 'whether it is one of your favourites'),
  include('webresources', 'the web resources needed to render it'),
  include('collaborators', 'its collaborators'),
] as const;
