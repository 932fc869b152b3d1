/** Django: `manage.py dumpdata auth`, or the application's own user model. Groups stand before users, who have them by number or name. */
import { listOf, objectOf, textOf, type JsonObject } from '../json.ts';
import { EMPTY_PERSON, type ForeignPerson } from '../person.ts';
import type { JsonSource } from './source.ts';

const isUser = (fields: JsonObject): boolean => typeof fields.password === 'string';

/** `!` begins a password that nothing opens. */
const hashOf = (password: string): string => (password.startsWith('!') ? '' : password);

function personOf(key: unknown, fields: JsonObject, groups: ReadonlyMap<string, string>): ForeignPerson {
  const names = listOf(fields.groups).map((group) => textOf(Array.isArray(group) ? group[0] : group));
  const userName = textOf(fields.username);
  const email = textOf(fields.email);
  return {
    ...EMPTY_PERSON,
    id: textOf(key) || userName || email,
    userName,
    email: email === '' && userName.includes('@') ? userName : email,
    firstName: textOf(fields.first_name),
    lastName: textOf(fields.last_name),
    name: textOf(fields.name),
    enabled: fields.is_active !== false,
    roles: ['is_staff', 'is_superuser'].filter((flag) => fields[flag] === true),
    groups: names.filter((name) => name !== '').map((name) => groups.get(name) ?? name),
    passwordHash: hashOf(textOf(fields.password)),
  };
}

export const django: JsonSource = {
  name: 'django',
  recognises: (object) => typeof object.model === 'string' && typeof object.fields === 'object',
  reader() {
    const groups = new Map<string, string>();
    return (object) => {
      const fields = objectOf(object.fields);
      if (object.model === 'auth.group') groups.set(textOf(object.pk), textOf(fields.name));
      return isUser(fields) ? personOf(object.pk, fields, groups) : undefined;
    };
  },
};
