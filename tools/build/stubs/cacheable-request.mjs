/** Stands in for the request library's own cache, which this program never asks for. */
export default class CacheableRequest {
  constructor() {
    throw new Error('the cache of the request library is not part of this build');
  }
}

export class CacheError extends Error {}
