/** The transaction of a change, with unique violations as SCIM words them. */
import { transaction, type Db, type Transaction } from '../../db/database.ts';
import { duplicate, type ScimError } from './errors.ts';

const UNIQUE_VIOLATION = '23505';
const DEADLOCK = '40P01';
/** The index that is violated when two requests at once choose the same login name: the second chooses anew. */
const LOGIN_NAME = 'users_user_name';
const MAX_TRIES = 4;

const conflicts: Readonly<Record<string, () => ScimError>> = {
  users_email: () => duplicate('taken'),
  users_external: () => duplicate('duplicate'),
  scim_users_name: () => duplicate('duplicate'),
  scim_groups_name: () => duplicate('duplicate'),
  scim_groups_external: () => duplicate('duplicate'),
};

interface DatabaseFault {
  readonly code?: string;
  readonly constraint?: string;
}

/** Whether to try again: a user and a group that change at once may deadlock, and the database cancels one of the two. */
const isWorthATry = ({ code, constraint }: DatabaseFault): boolean =>
  code === DEADLOCK || (code === UNIQUE_VIOLATION && constraint === LOGIN_NAME);

export const changing =
  (db: Db) =>
  async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    for (let tries = MAX_TRIES; ; tries -= 1) {
      try {
        return await transaction(db, work);
      } catch (error) {
        const fault = error as DatabaseFault;
        if (tries > 1 && isWorthATry(fault)) continue;
        throw (fault.code === UNIQUE_VIOLATION ? conflicts[fault.constraint ?? '']?.() : undefined) ?? error;
      }
    }
  };
