/** Hands out demo accounts, a different one to each test that changes an account. */
import type { TestServer } from './server.ts';

export interface MemberAccount {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
}

const usedNames = new Set<string>();

/** An enabled Member without MFA and with the demo password; never the same account twice in a test file. */
export async function unusedMember(
  { database }: Pick<TestServer, 'database'>,
  { organisation }: { readonly organisation?: string } = {},
): Promise<MemberAccount> {
  const rows = await database.query<{ user_id: string; user_name: string; email: string }>(
    `SELECT u.user_id, u.user_name, u.email FROM users u JOIN organisations o USING (organisation_id)
     WHERE u.enabled AND u.password_hash IS NOT NULL AND u.mfa_enrolled_at IS NULL AND u.locked_until IS NULL
       AND u.failed_sign_ins = 0 AND u.roles = '{Member}' AND o.approved
       AND NOT coalesce(u.mfa_required_override, o.mfa_required)
       AND u.password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary')
       AND u.user_name <> ALL ($1) AND u.user_name <> 'ordinary' AND o.name = coalesce($2, o.name)
     ORDER BY u.user_id LIMIT 1`,
    [[...usedNames], organisation ?? null],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('The demo data has no unused member left');
  usedNames.add(row.user_name);
  return { userId: row.user_id, userName: row.user_name, email: row.email };
}
