/** Logto: users as its management API lists them, with the digest that its database has (`passwordEncrypted`). */
import { objectOf, textOf, type JsonObject } from '../json.ts';
import { EMPTY_PERSON, type ForeignPerson } from '../person.ts';
import type { JsonSource } from './source.ts';

function personOf(user: JsonObject): ForeignPerson {
  const [email, profile] = [textOf(user.primaryEmail), objectOf(user.profile)];
  return {
    ...EMPTY_PERSON,
    id: textOf(user.id),
    userName: textOf(user.username),
    email,
    // An address is stored only once it is verified.
    emailVerified: email !== '',
    firstName: textOf(profile.givenName),
    lastName: textOf(profile.familyName),
    name: textOf(user.name),
    enabled: user.isSuspended !== true,
    passwordHash: textOf(user.passwordEncrypted) || textOf(user.passwordDigest),
    notices: Object.keys(objectOf(user.identities)).map((value) => ({ code: 'linkDropped', value })),
  };
}

export const logto: JsonSource = {
  name: 'logto',
  recognises: (user) => 'primaryEmail' in user,
  reader: () => personOf,
};
