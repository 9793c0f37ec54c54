/** The addresses and credentials of a sandbox. */
interface SandboxAccess {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  readonly authUser: string;
  readonly authToken: string;
}

/** The environment variables with which jr and cf reach a sandbox. */
export function sandboxEnv({
  trackerBaseUrl,
  contentBaseUrl,
  authUser,
  authToken,
}: SandboxAccess): Readonly<Record<string, string>> {
  const of = (prefix: string, url: string) => ({
    [`${prefix}_BASE_URL`]: url,
    [`${prefix}_AUTH_TYPE`]: 'basic',
    [`${prefix}_AUTH_USER`]: authUser,
    [`${prefix}_AUTH_TOKEN`]: authToken,
  });
  return {...of('JR', trackerBaseUrl), ...of('CF', contentBaseUrl)};
}
