/** Maps a passkey to the contract. */
import type { Passkey } from '../../api/contract/passkeys.ts';

export const present = (row: {
  passkey_id: string;
  name: string;
  device: string;
  created_at: Date;
  last_used_at: Date | null;
  backed_up: boolean;
}): Passkey => ({
  passkeyId: row.passkey_id,
  name: row.name,
  device: row.device,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  synced: row.backed_up,
});
