import type {Ports} from '../../model/step.ts';

const bytesPerKb = 1024;

/** Put a text on the clipboard; "copied" is said only when it was written. */
export function copyText(text: string, what: string, ports: Ports): void {
  if (ports.copy(text)) {
    ports.dispatch({kind: 'notice', notice: {text: `copied ${what}`, tone: 'good'}});
    return;
  }
  const size = Math.ceil(new TextEncoder().encode(text).length / bytesPerKb);
  const why = `${size} kB are too much for the terminal’s clipboard: E writes a file`;
  ports.dispatch({kind: 'notice', notice: {text: why, tone: 'warn', stays: true}});
}

/** Open an address in a browser; where there is none it is shown, and copied. */
export async function openUrl(url: string, ports: Ports): Promise<void> {
  if (await ports.browse(url)) {
    ports.dispatch({kind: 'notice', notice: {text: `opened ${url}`, tone: 'good'}});
    return;
  }
  const copied = ports.copy(url) ? 'copied' : 'the address is';
  const text = `no browser can be opened from here; ${copied}: ${url}`;
  ports.dispatch({kind: 'notice', notice: {text, tone: 'warn', stays: true}});
}
