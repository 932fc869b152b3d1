/** What the form of an invitation holds, and what of it goes on its way. */
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

/** What most people who are invited are to have. */
const ORDINARY = 'Member';
/** Names are required of everybody; whoever registers has their own to put in its place. */
const UNKNOWN = '-';

export const noneYet = ({ organisation }: Self): InviteValues => ({
  emails: '',
  firstName: '',
  lastName: '',
  title: '',
  roles: [ORDINARY],
  organisationPublicId: organisation.publicId,
  message: '',
});

export const filledIn = (user: UserSummary): InviteValues => ({
  emails: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  title: user.title ?? '',
  roles: user.roles,
  organisationPublicId: user.organisation.publicId,
  message: '',
});

/** An address that stands there twice is invited once. */
export const invitedIn = (emails: string) => addressesIn(emails).filter(({ fault }) => fault !== 'repeated');

/** How many addresses will be invited, and how many entries are no address. What is still being typed is not judged yet. */
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
  const addresses = invitedIn(emails);
  if (addresses.length === 1)
    return addresses.map(({ email }) => ({ email, firstName: firstName.trim(), lastName: lastName.trim() }));
  return addresses.map((address) => {
    const names = namesIn(address);
    return { email: address.email, firstName: names.firstName || UNKNOWN, lastName: names.lastName || UNKNOWN };
  });
}

/** What `now` says otherwise than `before`. */
export function correctionsOf(before: InviteValues, now: InviteValues): Corrections {
  const [person] = peopleOf(now);
  const wanted = { ...person, title: now.title.trim(), organisationPublicId: now.organisationPublicId };
  const was = { ...before, email: before.emails };
  const fields = ['email', 'firstName', 'lastName', 'title', 'organisationPublicId'] as const;
  const changed = fields.filter((field) => wanted[field] !== was[field]);
  const isSame = before.roles.toSorted().join() === now.roles.toSorted().join();
  return {
    details: Object.fromEntries(changed.map((field) => [field, wanted[field] === '' ? null : wanted[field]])),
    ...(!isSame && { roles: now.roles }),
  };
}

/** Nothing was sent to them, and something else might be. */
export const isLeft = ({ outcome }: Invitee): boolean => outcome?.kind === 'failed' || outcome?.kind === 'taken';

/** What the form is to hold for those who are left. */
export function leftOver({ people, invitation }: Exclude<Inviting, { kind: 'idle' }>): Partial<InviteValues> {
  const left = people.filter(isLeft);
  const [first] = left;
  return {
    emails: left.map(({ email }) => email).join('\n'),
    ...(left.length === 1 && first && { firstName: first.firstName, lastName: first.lastName }),
    title: invitation.title ?? '',
    roles: invitation.roles,
    message: invitation.message ?? '',
    ...(invitation.organisationPublicId !== undefined && { organisationPublicId: invitation.organisationPublicId }),
  };
}
