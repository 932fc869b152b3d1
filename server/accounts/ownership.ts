/** The administrator who looks after an account. */
import type { Transaction } from '../db/database.ts';

export async function setOwner(tx: Transaction, userId: string, ownerId: string | null): Promise<void> {
  await tx.updateTable('users').set({ owner_id: ownerId }).where('user_id', '=', userId).execute();
}
