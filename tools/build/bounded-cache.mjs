/**
 * A map of two generations: when the young one is full, the old one is dropped. At most 2 × `size`
 * entries remain, and entries in use are not dropped.
 */
export class BoundedCache {
  #young = new Map();
  #old = new Map();
  #size;

  /** @param size entries per generation */
  constructor(size) {
    this.#size = size;
  }

  get(key) {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const kept = this.#old.get(key);
    if (kept !== undefined) this.set(key, kept);
    return kept;
  }

  set(key, value) {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
