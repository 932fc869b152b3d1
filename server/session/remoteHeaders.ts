/** Headers about the user, which the proxy passes on to a guarded application. */
import type { Person } from '../../api/contract/person.ts';

/**
 * @param isEmailProven without a proof the header is left out: applications tell people apart by it
 * @param impersonator the administrator who acts as the user: a guarded application shows or refuses that
 */
export const remoteHeaders = (
  { userName, email, displayName, roles, organisationId }: Omit<Person, 'userId' | 'house'>,
  isEmailProven: boolean,
  impersonator?: Pick<Person, 'userName'>,
): Record<string, string> => ({
  'remote-user': asHeader(userName),
  'remote-name': asHeader(displayName),
  'remote-groups': roles.map(asHeader).join(','),
  'remote-organisation': organisationId,
  ...(isEmailProven ? { 'remote-email': asHeader(email) } : {}),
  ...(impersonator ? { 'remote-impersonator': asHeader(impersonator.userName) } : {}),
});

/** Headers are ASCII: other characters, `%` and the comma that separates groups are percent-encoded as UTF-8. */
const asHeader = (text: string) => text.toWellFormed().replaceAll(/[^\x20-\x24\x26-\x2b\x2d-\x7e]+/g, encodeURIComponent);
