/** A curl command that tries an API key. */
import { auditCalls } from '@api/contract/audit.ts';
import { changesState, pathParams, type Call } from '@api/contract/call.ts';
import { healthCalls } from '@api/contract/health.ts';
import { inviteCalls } from '@api/contract/invite.ts';
import { mfaCalls } from '@api/contract/mfa.ts';
import { organisationsCalls } from '@api/contract/organisations.ts';
import { SUBSCRIBER_ADMINISTRATION } from '@api/contract/person.ts';
import { rolesCalls } from '@api/contract/roles.ts';
import { securityCalls } from '@api/contract/security.ts';
import { usersCalls } from '@api/contract/users.ts';

const calls: Readonly<Record<string, Call>> = {
  ...auditCalls,
  ...healthCalls,
  ...inviteCalls,
  ...mfaCalls,
  ...organisationsCalls,
  ...rolesCalls,
  ...securityCalls,
  ...usersCalls,
};

interface Owner {
  readonly userName: string;
  readonly userId: string;
  readonly organisation: { readonly publicId: string };
}

/** Sample values for path and query parameters, from the key's owner. */
const samplesOf = ({ userName, userId, organisation: { publicId } }: Owner): Readonly<Record<string, string>> => ({
  userName,
  userId,
  publicId,
  clientPublicId: publicId,
  organisationPublicId: publicId,
  partialName: userName,
  role: SUBSCRIBER_ADMINISTRATION,
  roleName: SUBSCRIBER_ADMINISTRATION,
});

const fillPath = (path: string, samples: Readonly<Record<string, string>>): string =>
  pathParams(path).reduce((filled, name) => filled.replace(`{${name}}`, encodeURIComponent(samples[name] ?? `{${name}}`)), path);

/** Prefers read-only calls without parameters. */
const cost = (call: Call): number => (changesState(call) ? 2 : 0) + (call.path.includes('{') ? 1 : 0);

/** @param origin of this page */
export function curlLine(claims: readonly string[], key: string, origin: string, owner: Owner): string {
  const allowed = claims.flatMap((claim) => calls[claim] ?? []).sort((one, other) => cost(one) - cost(other));
  const { method, path, query = [], body }: Call = allowed[0] ?? usersCalls['Users.Self'];
  const samples = samplesOf(owner);
  const queryParts = query.flatMap((name) =>
    samples[name] === undefined ? [] : [`${name}=${encodeURIComponent(samples[name])}`],
  );
  const address = `${origin}/api${fillPath(path, samples)}${queryParts.length > 0 ? `?${queryParts.join('&')}` : ''}`;
  const verb = method === 'GET' ? '' : `-X ${method} `;
  const data = body === 'json' ? ` -H 'Content-Type: application/json' -d '{}'` : '';
  return `curl ${verb}-H 'Authorization: Bearer ${key}'${data} '${address}'`;
}
