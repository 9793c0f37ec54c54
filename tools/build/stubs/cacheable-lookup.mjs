/** Replaces the request library's own DNS cache, which this program never uses. */
export default class CacheableLookup {
  constructor() {
    throw new Error('the DNS cache of the request library is not part of this build');
  }
}
