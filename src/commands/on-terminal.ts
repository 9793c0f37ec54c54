import type {AllowedControls} from '../base/safe-text.ts';
import type {OutputStream, Pager, ProcessHost} from '../host/host.ts';
import type {CommandContext} from './context.ts';
import type {Scanned} from './scan.ts';

/** One line on standard error that says how far something is, and gives way to all that is written. */
export interface LiveLine {
  /** The machine, whose streams take the line away before they write. */
  readonly host: ProcessHost;
  /** Says how far it is, in one line; what has no room in it is cut. */
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

const erased = '\r\u001b[K';

/**
 * The line of a terminal; undefined where standard error is none, or cannot take a line away. Once an
 * answer comes out on a terminal it says itself how far it is, and the line is silent.
 */
export function makeLiveLine(host: ProcessHost): LiveLine | undefined {
  const {stderr, stdout, env} = host;
  if (!stderr.isTTY || env.TERM === 'dumb') return undefined;
  let isShown = false;
  let isSilent = false;
  const clear = (): void => {
    if (isShown) stderr.write(erased, 'all');
    isShown = false;
  };
  const before = (stream: OutputStream, isAnswer: boolean): OutputStream =>
    Object.create(stream, {
      write: {
        value(text: string | Uint8Array, may?: AllowedControls) {
          clear();
          isSilent ||= isAnswer && stream.isTTY;
          stream.write(text, may);
        },
      },
    });
  return {
    host: Object.create(host, {
      stderr: {value: before(stderr, false)},
      stdout: {value: before(stdout, true)},
      openPager: {
        value(command: string): Pager {
          const pager = host.openPager(command);
          return {...pager, stdout: before(pager.stdout, true)};
        },
      },
    }),
    show(text) {
      if (isSilent) return;
      // A line that is broken could not be taken away; what is not ASCII may be two columns wide.
      const room = (stderr.columns ?? 80) - 1;
      const most = /^[ -~]*$/.test(text) ? room : Math.floor(room / 2);
      stderr.write(erased, 'all');
      stderr.write([...text].slice(0, most).join(''));
      isShown = true;
    },
    clear,
  };
}

/**
 * Run a command, on a terminal through a pager where --pager asks for one or JR_PAGER (CF_PAGER)
 * names one; that, else PAGER, else `less -FRX` (contract 3.6).
 */
export async function runPaged(
  {texts}: Scanned,
  context: CommandContext,
  run: (context: CommandContext) => Promise<number> | number,
): Promise<number> {
  const {host, program} = context;
  if (!host.stdout.isTTY) return run(context);
  const own = host.env[`${program.toUpperCase()}_PAGER`];
  const flag = texts.get('pager')?.at(-1);
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
