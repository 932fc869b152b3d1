/** Time steps whose code was recognised as one of another time. */
import type { Queries } from '../db/database.ts';

export const disclosedBucket = (userId: string, step: number): string => `mfaStep:${userId}:${String(step)}`;

export async function isDisclosed(queries: Queries, userId: string, step: number, now: Date): Promise<boolean> {
  const row = await queries
    .selectFrom('throttles')
    .select('bucket')
    .where('bucket', '=', disclosedBucket(userId, step))
    .where('resets_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
