/** Values of the invitation form, and the request built from them. */
import { NAME_PLACEHOLDER } from '@api/contract/displayName.ts';
import { typedName } from '@api/contract/rules/typed.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { Corrections, Invitation, Invitee, Inviting } from '@store/users/inviting.slice.ts';
import { addressesIn, namesIn } from './addresses.ts';

export interface InviteValues {
  readonly emails: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly roles: readonly string[];
  readonly organisationPublicId: string;
  readonly message: string;
}

/** Default role of an invited user. */
const DEFAULT_ROLE = 'Member';

/** @param organisationPublicId empty: not chosen yet */
export const emptyInvite = (organisationPublicId: string): InviteValues => ({
  emails: '',
  firstName: '',
  lastName: '',
  title: '',
  roles: [DEFAULT_ROLE],
  organisationPublicId,
  message: '',
});

export const valuesOf = (user: UserSummary): InviteValues => ({
  emails: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  title: user.title ?? '',
  roles: user.roles,
  organisationPublicId: user.organisation.publicId,
  message: '',
});

/** Repeated addresses are invited once. */
export const uniqueAddresses = (emails: string) => addressesIn(emails).filter(({ fault }) => fault !== 'repeated');

/** Valid and invalid addresses. The draft is not counted as invalid yet. */
export function countsOf(emails: string): { readonly valid: number; readonly invalid: number } {
  const count = (text: string, fault?: 'bad') => addressesIn(text).filter((address) => address.fault === fault).length;
  return { valid: count(emails), invalid: count(emails.slice(0, emails.lastIndexOf('\n') + 1), 'bad') };
}

const unlessEmpty = <Name extends string>(name: Name, text: string): Partial<Record<Name, string>> =>
  text.trim() === '' ? {} : ({ [name]: text.trim() } as Record<Name, string>);

export function invitationOf(self: Self, { title, roles, organisationPublicId, message }: InviteValues): Invitation {
  return {
    roles,
    ...unlessEmpty('title', title),
    ...unlessEmpty('message', message),
    ...(isSystemAdmin(self) && { organisationPublicId }),
  };
}

export function peopleOf({ emails, firstName, lastName }: InviteValues) {
  const addresses = uniqueAddresses(emails);
  if (addresses.length === 1)
    return addresses.map(({ email }) => ({
      email,
      firstName: typedName(firstName),
      lastName: typedName(lastName) || NAME_PLACEHOLDER,
    }));
  return addresses.map((address) => {
    const names = namesIn(address);
    return { email: address.email, firstName: names.firstName || NAME_PLACEHOLDER, lastName: names.lastName || NAME_PLACEHOLDER };
  });
}

/** Fields that differ between `before` and `now`. */
export function correctionsOf(before: InviteValues, now: InviteValues): Corrections {
  const [person] = peopleOf(now);
  const current = { ...person, title: now.title.trim(), organisationPublicId: now.organisationPublicId };
  const initial = { ...before, email: before.emails };
  const fields = ['email', 'firstName', 'lastName', 'title', 'organisationPublicId'] as const;
  const changed = fields.filter((field) => current[field] !== initial[field]);
  const isSame = before.roles.toSorted().join() === now.roles.toSorted().join();
  return {
    details: Object.fromEntries(changed.map((field) => [field, current[field] === '' ? null : current[field]])),
    ...(!isSame && { roles: now.roles }),
  };
}

/** The invitation was not sent, and may succeed after a correction. */
export const isUnsent = ({ outcome }: Invitee): boolean => outcome?.kind === 'failed' || outcome?.kind === 'taken';

/** Form values for the addresses that were not sent. */
export function remainingValues({ people, invitation }: Exclude<Inviting, { kind: 'idle' }>): Partial<InviteValues> {
  const unsent = people.filter(isUnsent);
  const [first] = unsent;
  return {
    emails: unsent.map(({ email }) => email).join('\n'),
    ...(unsent.length === 1 && first && { firstName: first.firstName, lastName: first.lastName }),
    title: invitation.title ?? '',
    roles: invitation.roles,
    message: invitation.message ?? '',
    ...(invitation.organisationPublicId !== undefined && { organisationPublicId: invitation.organisationPublicId }),
  };
}
