/** Replaces the request library's own cache, which this program never uses. */
export default class CacheableRequest {
  constructor() {
    throw new Error('the cache of the request library is not part of this build');
  }
}

export class CacheError extends Error {}
