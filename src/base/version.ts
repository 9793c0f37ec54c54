// A named import, so that the bundles include only the version and not the whole file.
import {version as packageVersion} from '../../package.json';

/** The program's version, from package.json. */
export const version: string = packageVersion;
