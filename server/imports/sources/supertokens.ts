/** SuperTokens: the format of its own bulk import (`{"users": […]}`). */
import { listOf, numberOf, objectOf, textOf, type JsonObject } from '../json.ts';
import { EMPTY_PERSON, type ForeignPerson, type Notice } from '../person.ts';
import type { JsonSource } from './source.ts';

const rolesOf = (user: JsonObject): string[] =>
  listOf(user.userRoles).map((role) => (typeof role === 'string' ? role : textOf(objectOf(role).role)));

function personOf(user: JsonObject): ForeignPerson {
  const methods = listOf(user.loginMethods).map(objectOf);
  const password = methods.find(({ recipeId }) => recipeId === 'emailpassword');
  const primary = password ?? methods.find(({ isPrimary }) => isPrimary === true) ?? methods[0] ?? {};
  const [device, ...others] = listOf(user.totpDevices).map(objectOf);
  const metadata = objectOf(user.userMetadata);
  const notices: Notice[] = [
    ...others.map(() => ({ code: 'authenticatorDropped' }) as const),
    ...methods
      .filter(({ recipeId }) => recipeId === 'thirdparty')
      .map(({ thirdPartyId }) => ({ code: 'linkDropped', value: textOf(thirdPartyId) }) as const),
  ];
  return {
    ...EMPTY_PERSON,
    id: textOf(user.externalUserId) || textOf(user.id) || textOf(primary.email),
    email: textOf(primary.email),
    emailVerified: primary.isVerified === true,
    firstName: textOf(metadata.first_name),
    lastName: textOf(metadata.last_name),
    roles: rolesOf(user),
    passwordHash: textOf(password?.passwordHash),
    authenticator: device && {
      secret: textOf(device.secretKey),
      algorithm: 'SHA1',
      digits: 6,
      period: numberOf(device.period) ?? 30,
    },
    notices,
  };
}

export const supertokens: JsonSource = {
  name: 'supertokens',
  recognises: (user) => Array.isArray(user.loginMethods),
  reader: () => personOf,
};
