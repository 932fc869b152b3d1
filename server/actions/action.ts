/** What carries an administrative action out on a user, whose row is locked; its entry in `api/contract/actions.ts` says everything else. */
import type { ActionArgs, Subject } from '../../api/contract/actions.entry.ts';
import { actionOf, type UserActionName } from '../../api/contract/actions.ts';
import type { AccountRow } from '../accounts/account.ts';
import { userActed, type Act, type ApprovedCall } from '../approvals/acts.ts';
import { asTarget } from '../db/target.ts';
import type { UserReference } from '../../api/contract/shape.ts';
import type { Queries, Transaction } from '../db/database.ts';

/** A user's row with what the actions need. */
export interface ActionRow extends AccountRow {
  readonly lost_roles: string[];
  readonly locked_until: Date | null;
  readonly failed_sign_ins: number;
  readonly mfa_enrolled_at: Date | null;
  readonly mfa_required: boolean;
  readonly mfa_required_override: boolean | null;
  readonly has_passkey: boolean;
  readonly logged_in: boolean;
  readonly owner_id: string | null;
  readonly owner: UserReference | null;
  readonly organisation_name: string;
}

/** The organisation to which users are moved. */
export interface OtherOrganisation {
  readonly organisation_id: string;
  readonly name: string;
  readonly house: boolean;
  readonly four_eyes: boolean;
}

/** Arguments with the rows that they name. */
export interface ResolvedArgs extends ActionArgs {
  readonly organisation?: OtherOrganisation;
}

export interface ServerAction {
  /** Carried out at once even if there is nothing to end. */
  readonly evenIfIdle?: true;
  /** @throws Invalid for an unknown role or organisation */
  readonly resolve?: (queries: Queries, args: ActionArgs) => Promise<ResolvedArgs>;
  /** Replaces what follows from the entry's effects. */
  readonly actOn?: (user: ActionRow, args: ResolvedArgs) => Omit<Act, 'detail'>;
  /** Changes the user, whose row is locked. @returns details of the event; undefined if nothing has changed */
  readonly change: (
    tx: Transaction,
    call: ApprovedCall,
    user: ActionRow,
    args: ResolvedArgs,
  ) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** @throws Invalid */
export const resolveArgs = async (
  queries: Queries,
  { resolve }: ServerAction,
  { roleName, organisationPublicId }: ActionArgs,
): Promise<ResolvedArgs> => (resolve ? resolve(queries, { roleName, organisationPublicId }) : {});

export const subjectOf = (row: ActionRow, now: Date): Subject => ({
  ...asTarget(row),
  locked: row.locked_until !== null && row.locked_until > now,
  mfaEnabled: row.mfa_enrolled_at !== null,
  secondFactor: row.mfa_enrolled_at !== null || row.has_passkey,
  mfaRequired: row.mfa_required_override ?? row.mfa_required,
  loggedIn: row.logged_in,
  owner: row.owner?.userName ?? null,
});

export const actOn = (name: UserActionName, action: ServerAction, user: ActionRow, args: ResolvedArgs): Omit<Act, 'detail'> =>
  action.actOn?.(user, args) ?? { ...userActed(user), effects: actionOf(name).effects?.(asTarget(user), args) ?? [] };
