import type {AllowedControls} from '../base/safe-text.ts';
import type {OutputStream, Pager, ProcessHost} from '../host/host.ts';
import type {CommandContext} from './context.ts';
import type {Scanned} from './scan.ts';

/** A progress line on standard error that is erased before other output. */
export interface LiveLine {
  /** The host, whose streams erase the line before they write. */
  readonly host: ProcessHost;
  /** Show a progress text in one line, cut to fit. */
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

const erased = '\r\u001b[K';

/**
 * The progress line of a terminal; undefined if standard error is none, or cannot erase a line.
 * Once the response is printed on a terminal, the line stays empty.
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
      // A wrapped line could not be erased; characters beyond ASCII may take two columns.
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
 * Run a command, on a terminal through a pager if --pager requests one or JR_PAGER (CF_PAGER) is
 * set; uses that, else PAGER, else `less -FRX` (contract 3.6).
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
