/**
 * Replaces the package with which Ink formats stack frames, which are shown unformatted instead.
 * The program reports crashes itself (src/host/crash.ts), and the package would load the loader of
 * ES modules.
 */
export default class StackUtils {
  static nodeInternals() {
    return [];
  }

  parseLine() {
    return undefined;
  }
}
