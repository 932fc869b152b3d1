/** Passkeys (WebAuthn credentials) and their challenges. */

export interface PasskeysTable {
  passkey_id: string;
  user_id: string;
  /** As the browser names it, in base64url. */
  credential_id: string;
  /** Of the system in which it was made, in base64url; null: the user id. */
  user_handle: string | null;
  /** In COSE. */
  public_key: Buffer;
  /** The counter at the last use; 0: the authenticator does not count. */
  sign_count: number;
  /** Whether it may be synced, which never changes; null: unknown until its first use here. */
  backup_eligible: boolean | null;
  /** Whether it is synced. */
  backed_up: boolean;
  transports: string[];
  /** Given by the user. */
  name: string;
  /** The device that holds it, as far as the device tells. */
  device: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** WebAuthn challenges that wait for an answer. */
export interface PasskeyChallengesTable {
  challenge_hash: Buffer;
  /** Of the cookie of the browser that asked. */
  browser_hash: Buffer;
  purpose: 'register' | 'login' | 'stepUp';
  user_id: string | null;
  expires_at: Date;
}

export interface PasskeyTables {
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
}
