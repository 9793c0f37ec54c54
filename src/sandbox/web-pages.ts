import type {HttpReply, HttpRequest} from './node-io.ts';

/** Host names of this machine. */
const localNames = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Refuse requests that web pages of other sites make a browser send. Browsers mark them with
 * `Sec-Fetch-Site`; a foreign name that resolves to this machine is visible in `Host`.
 *
 * @param host address the server listens on; unless it is a loopback address, any `Host` is
 * accepted
 */
export function withoutWebPages(
  answer: (raw: HttpRequest) => HttpReply,
  host: string,
): (raw: HttpRequest) => HttpReply {
  const isLocal = localNames.test(host) || host === '::1';
  return raw => {
    const {host: hostHeader, 'sec-fetch-site': site, 'sec-fetch-mode': mode} = raw.headers;
    const name = hostHeader?.replace(/:\d*$/, '');
    if (isLocal && name !== undefined && !localNames.test(name)) {
      return forbidden(`Host is ${JSON.stringify(name)}, which is not a name of this machine.`);
    }
    // The response to a followed link is visible to the user only.
    const isLink = raw.method === 'GET' && mode === 'navigate';
    if (site !== undefined && site !== 'none' && site !== 'same-origin' && !isLink) {
      return forbidden('A web page of another site asks; the sandbox is not for browsers.');
    }
    return answer(raw);
  };
}

function forbidden(error: string): HttpReply {
  const headers = {'content-type': 'application/json;charset=UTF-8'};
  return {status: 403, headers, body: JSON.stringify({errorMessages: [error], errors: {}})};
}
