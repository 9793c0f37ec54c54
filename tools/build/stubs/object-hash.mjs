/**
 * Replaces the hash with which ink-table creates the keys of its rows; any unique text is enough.
 */
export default {sha1: row => JSON.stringify(row)};
