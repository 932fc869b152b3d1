/** A passkey as the first second factor, added in a login that waits for one. */
import type { Queries, Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { countPasskeys } from './repository.ts';

/** Ends the login with the new passkey, and records it; provided by the MFA module. @throws SessionRequired */
export type FinishEnrolment = (
  tx: Transaction,
  call: CallOf<'Passkeys.Create'>,
  factor: { methods: readonly string[]; passkeyId: string; details: Record<string, unknown> },
) => Promise<{ opened: OpenedSession; redirectUrl?: string }>;

/** With a second factor, a pending session must not add one: it would replace the factor it has to prove. @throws MfaAlreadyOn */
export async function refuseWithFactor(
  queries: Queries,
  { principal, person }: Pick<CallOf<'Passkeys.Create'>, 'principal' | 'person'>,
): Promise<void> {
  if (principal.kind !== 'pending') return;
  const { mfa_enrolled_at: enrolledAt } = await queries
    .selectFrom('users')
    .select('mfa_enrolled_at')
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  if (enrolledAt !== null || (await countPasskeys(queries, person.userId)) > 0) throw problem('MfaAlreadyOn');
}
