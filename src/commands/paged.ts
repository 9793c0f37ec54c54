import type {CommandContext} from './context.ts';
import {globalRows} from './flags.ts';
import {scanKnownFlags} from './scan.ts';

/**
 * Run a command, on a terminal through a pager where --pager asks for one or JR_PAGER (CF_PAGER)
 * names one; that, else PAGER, else `less -FRX` (contract 3.6).
 */
export async function runPaged(
  argv: readonly string[],
  context: CommandContext,
  run: (context: CommandContext) => Promise<number>,
): Promise<number> {
  const {host, program} = context;
  if (!host.stdout.isTTY) return run(context);
  const own = host.env[`${program.toUpperCase()}_PAGER`];
  const flag = scanKnownFlags(argv, globalRows).get('pager')?.at(-1);
  const isAsked = flag === undefined ? own !== undefined && own !== '' : flag === 'true';
  const command = own || host.env.PAGER || '';
  if (!isAsked || command === 'cat') return run(context);
  const pager = host.openPager(command);
  try {
    const paged = Object.create(host, {stdout: {value: pager.stdout}});
    return await run({...context, host: paged});
  } finally {
    await pager.end();
  }
}
