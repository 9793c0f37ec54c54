/**
 * The query value that asks for the next cursor page: the cursor out of `_links.next` or the Link
 * header, as it is encoded there, and nothing else of them, for neither their host nor their path
 * can be relied on (services W5.5). Lists of the older API name a `start` instead. Undefined on
 * the last page.
 */
export function nextCursor(
  next: string | undefined,
  linkHeader: string | undefined,
): Readonly<Record<string, string>> | undefined {
  return positionIn(next) ?? positionIn(linkNext(linkHeader ?? ''));
}

/** The target of `rel="next"` in a Link header; undefined when there is none. */
export function linkNext(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=\s*[;,]|\s*$))/i.test(parameters)) {
      return target;
    }
  }
  return undefined;
}

function positionIn(link: string | undefined): Readonly<Record<string, string>> | undefined {
  const query = /\?([^#]*)/.exec(link ?? '')?.[1] ?? '';
  for (const name of ['cursor', 'start']) {
    const pair = query.split('&').find(text => text.startsWith(`${name}=`));
    const value = pair?.slice(name.length + 1);
    if (value) return {[name]: value};
  }
  return undefined;
}
