/**
 * Stands in for what Ink shows the places of a stack with, which are then shown as they stand: crashes
 * are told by the program itself (src/host/crash.ts), and it would load the loader of ES modules.
 */
export default class StackUtils {
  static nodeInternals() {
    return [];
  }

  parseLine() {
    return undefined;
  }
}
