/** A line for the shell that makes a call with a key, to see that it works. */
import { auditCalls } from '@api/contract/audit.calls.ts';
import type { Call } from '@api/contract/call.ts';
import { healthCalls } from '@api/contract/health.calls.ts';
import { inviteCalls } from '@api/contract/invite.calls.ts';
import { mfaCalls } from '@api/contract/mfa.calls.ts';
import { organisationsCalls } from '@api/contract/organisations.calls.ts';
import { rolesCalls } from '@api/contract/roles.calls.ts';
import { securityCalls } from '@api/contract/security.calls.ts';
import { usersCalls } from '@api/contract/users.calls.ts';

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

/** Rather a call that only reads and needs nothing filled in. */
const effort = ({ method, path }: Call): number => (method === 'GET' ? 0 : 2) + (path.includes('{') ? 1 : 0);

/** `origin` is that of this page. */
export function curlLine(claims: readonly string[], key: string, origin: string): string {
  const allowed = claims.flatMap((claim) => calls[claim] ?? []).sort((one, other) => effort(one) - effort(other));
  const { method, path } = allowed[0] ?? usersCalls['Users.Self'];
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return `curl ${verb}-H 'Authorization: Bearer ${key}' '${origin}/api${path}'`;
}
