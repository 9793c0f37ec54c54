/** Stands in for the hash by which ink-table makes the keys of its rows: a text that is theirs alone does. */
export default {sha1: row => JSON.stringify(row)};
