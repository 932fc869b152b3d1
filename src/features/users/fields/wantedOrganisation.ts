/** The organisation of new users: the one that the list is filtered by goes along in the address; there is no other default. */
import type { Self } from '@api/contract/users.shapes.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { conditionsIn } from '../view/conditions.ts';

const organisationIn = (where: readonly UserCondition[]): string | undefined => {
  const ids = where.flatMap((condition) => (condition.field === 'organisation' ? condition.value : []));
  return ids.length === 1 ? ids[0] : undefined;
};

/** @param where the conditions of the list from which the form is opened */
export function formAddress(form: string, where: readonly UserCondition[]): string {
  const organisation = organisationIn(where);
  return organisation === undefined ? form : `${form}?organisation=${organisation}`;
}

/** Empty: a system administrator has to choose. Other administrators have one organisation. */
export const organisationOfNew = (self: Self, query: URLSearchParams): string =>
  isSystemAdmin(self) ? (organisationIn(conditionsIn(query)) ?? '') : self.organisation.publicId;
