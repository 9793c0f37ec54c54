import {permissionsIn, planIdentityRequest, planOwnPermissions} from '../api/account-requests.ts';
import {defined} from '../base/defined.ts';
import {toFailure} from '../base/failure.ts';
import {makeLookup} from '../base/json-pointer.ts';
import {resolveTarget, type Target} from '../host/settings.ts';
import type {Builtin} from './builtin.ts';
import {openPrinter, parseBuiltin} from './builtin-line.ts';
import {sendRead} from './command-client.ts';
import {settingsFlags} from './parse-rows.ts';
import {describeRequest} from './prepare-request.ts';

/** `whoami`: show the user, site and permissions that commands run with. */
export const whoami: Builtin = {
  name: 'whoami',
  summary: 'show the user, site, credentials and permissions that commands run with',
  usage: ['whoami'],
  flags: [],
  takesGlobals: true,
  isPaged: true,
  notes: [
    'jr sends two GETs: one for the user, one for the permissions ADMINISTER, SYSTEM_ADMIN, ADMINISTER_PROJECTS and BROWSE_PROJECTS (null where the service does not report a permission). cf only checks that the credentials are accepted, because the content service does not report the user.',
    'allowed_operations and denied_operations come from the profile; writes is yes, no, or only with --write.',
  ],
  examples: [
    'whoami --pretty',
    'jr whoami --jq .user.displayName -r',
    'cf whoami --jq .auth.username -r',
  ],
  async run(scanned, context) {
    const {service, host} = context;
    const line = parseBuiltin(whoami, scanned, context, 0);
    const print = await openPrinter(line, host);
    const {globals} = line;
    const target = await resolveTarget(service, settingsFlags(globals), host);
    for (const warning of [...target.warnings, ...target.writeWarnings]) {
      host.reporter.warn(warning);
    }
    const isReported = service === 'tracker';
    if (globals['dry-run']) {
      const plans = isReported
        ? [planIdentityRequest(target), planOwnPermissions(target)]
        : [planIdentityRequest(target)];
      return print(`[${plans.map(plan => describeRequest(plan, target)).join(',')}]`);
    }
    const {text} = await sendRead(planIdentityRequest(target), target, globals, host);
    const granted = isReported
      ? await sendRead(planOwnPermissions(target), target, globals, host).then(
          reply => permissionsIn(reply.text),
          undefinedIfDenied,
        )
      : undefined;
    const {profile, baseUrl, siteUrl = baseUrl, expires, policy} = target;
    const report = {
      ...(isReported && {user: userIn(text)}),
      site: new URL(siteUrl).origin,
      base_url: baseUrl,
      profile,
      auth: authOf(target),
      ...(expires && {expires}),
      ...(granted && {permissions: granted}),
      writes: policy.mistakes ? 'no' : target.protected ? 'only with --write' : 'yes',
      ...(policy.allowed && {allowed_operations: policy.allowed}),
      ...(policy.denied.length > 0 && {denied_operations: policy.denied}),
    };
    return print(JSON.stringify(report));
  },
};

/** The kind of the credentials and their owner, without secrets. */
function authOf({authType: type, user: username, appKey: app_key, oauth, grant}: Target) {
  switch (type) {
    case 'basic':
      return defined({type, username});
    case 'bearer':
      return {type};
    case 'app':
      return defined({type, app_key});
    case 'oauth2':
      return defined({type, client_id: oauth?.clientId, grant});
  }
}

function userIn(text: string) {
  const answer = makeLookup(text);
  const names = ['accountId', 'displayName', 'emailAddress', 'accountType', 'timeZone', 'locale'];
  return defined(Object.fromEntries(names.map(name => [name, answer.string(`/${name}`)])));
}

/** The service or the policy may deny the request for permissions. */
function undefinedIfDenied(error: unknown): undefined {
  const {kind} = toFailure(error);
  if (!['not_found', 'validation_error', 'policy_denied'].includes(kind)) throw error;
}
