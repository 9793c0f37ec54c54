import {makeResponseCache} from '../host/cache.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin, wrongArguments} from './builtin-line.ts';

/** `cache clear`: delete cached responses (contract 7.1). */
export const cache: Builtin = {
  name: 'cache',
  summary: 'delete the responses stored by --cache',
  usage: ['cache clear'],
  words: ['clear'],
  flags: [],
  takesGlobals: true,
  notes: [
    'Deletes the responses of every profile; jr and cf have separate caches. --dry-run only counts them.',
  ],
  examples: ['cache clear', 'cache clear --dry-run --jq .entries'],
  async run(scanned, context) {
    const {service, host} = context;
    const line = parseBuiltin(cache, scanned, context, 1);
    if (line.words[0] !== 'clear') {
      throw wrongArguments(cache, context, 'cache requires the subcommand clear.');
    }
    const print = await openPrinter(line, host);
    const dryRun = line.globals['dry-run'] === true;
    const {count, directory} = await makeResponseCache(service, host).clear({dryRun});
    const status = dryRun ? 'dry_run' : 'cleared';
    return print(JSON.stringify({status, entries: count, path: directory}));
  },
};
