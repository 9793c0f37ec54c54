/** Replaces HTTP/2, which this program never uses. */
export default {
  globalAgent: undefined,
  auto() {
    throw new Error('HTTP/2 is not part of this build');
  },
};
