/** Users whom the organisation's directory and its identity provider both know: one of them comes first, and the other finds its user. */
import type { Author } from '../../accounts/author.ts';
import { isHouse } from '../../accounts/account.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import { scimSource } from '../source.ts';
import { readPerson } from './person.ts';
import { namesOf } from './providedNames.ts';
import { systemOrigin } from '../../audit/append.ts';
import { formerHolders, freeNames } from './names.ts';
import { findRelated, isThere, selectScimUsers } from './rows.ts';
import { insertRows } from './create.ts';

/** Finds the user whom the directory itself has sent under this id, and has not deleted; not one that a first login has made. */
export async function findSent(queries: Queries, organisationId: string, externalId: string): Promise<string | undefined> {
  const row = await selectScimUsers(queries, organisationId)
    .where('u.external_source', '=', scimSource(organisationId))
    .where('u.external_id', '=', externalId)
    .where('s.made_at_login', '=', false)
    .where(isThere)
    .executeTakeFirst();
  return row?.user_id;
}

interface FirstLogin {
  readonly organisationId: string;
  readonly author: Author;
  /** The id by which the directory knows the user too; null for a provider that is not bound to it. */
  readonly externalId: string | null;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly name: string;
  readonly now: Date;
}

/** Creates the user as the directory would, which then finds them by this id or name. @returns the user's id and name */
export async function createAtFirstLogin(tx: Transaction, first: FirstLogin): Promise<{ userId: string; userName: string }> {
  const sent = readPerson({
    userName: first.email,
    externalId: await freeExternalId(tx, first),
    active: true,
    name: namesOf(first),
    displayName: first.name,
    emails: [{ value: first.email, type: 'work', primary: true }],
  });
  // A new user may have the name of one whom the directory has deleted.
  await freeNames(
    tx,
    formerHolders(await findRelated(tx, first.organisationId, sent), sent),
    systemOrigin(first.now, first.organisationId),
  );
  // The provider has vouched for the address, which is of a domain that the organisation has proven.
  const joining = {
    ...first,
    house: await isHouse(tx, first.organisationId),
    emailProvenAt: first.now,
    madeAtLogin: true,
  };
  const { user_id: userId, login_name: userName } = await insertRows(tx, joining, sent);
  return { userId, userName: userName ?? first.email };
}

/** Another account may have the id: one whose link was removed. */
async function freeExternalId(tx: Transaction, { organisationId, externalId }: FirstLogin): Promise<string | null> {
  const holder = await tx
    .selectFrom('users')
    .select('user_id')
    .where('external_source', '=', scimSource(organisationId))
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return holder ? null : externalId;
}
