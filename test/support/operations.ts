import {allOperations} from '../../src/api/catalogue.ts';

/** Every operation of the catalogue. */
export const operations = allOperations();
