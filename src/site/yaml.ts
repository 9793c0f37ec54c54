/** The YAML library, a bundle of its own that is loaded when the first file is parsed. */
export {isMap, isScalar, isSeq, LineCounter, parseDocument} from 'yaml';
