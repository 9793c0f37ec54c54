import type {RawReply, RawRequest} from './node-io.ts';

/** Names of this machine for itself. */
const ownNames = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * The server without requests that web pages of other sites make a browser send: the browser says so by
 * `Sec-Fetch-Site`, and a name that such a site lets lead to this machine stands in `Host`.
 *
 * @param host address the server listens on; where that is no loopback address, any `Host` is taken
 */
export function withoutWebPages(
  answer: (raw: RawRequest) => RawReply,
  host: string,
): (raw: RawRequest) => RawReply {
  const isLocal = ownNames.test(host) || host === '::1';
  return raw => {
    const {host: asked, 'sec-fetch-site': site, 'sec-fetch-mode': mode} = raw.headers;
    const name = asked?.replace(/:\d*$/, '');
    if (isLocal && name !== undefined && !ownNames.test(name)) {
      return refused(`Host is ${JSON.stringify(name)}, which is not a name of this machine.`);
    }
    // Following a link shows its answer to the user alone.
    const isLink = raw.method === 'GET' && mode === 'navigate';
    if (site !== undefined && site !== 'none' && site !== 'same-origin' && !isLink) {
      return refused('A web page of another site asks; the sandbox is not for browsers.');
    }
    return answer(raw);
  };
}

function refused(error: string): RawReply {
  const headers = {'content-type': 'application/json;charset=UTF-8'};
  return {status: 403, headers, body: JSON.stringify({errorMessages: [error], errors: {}})};
}
