/** All mails, and the data of their texts. Phrases: `mail:<template>.subject`, `.text`, `.action`. One link at most. */

import type { MailedLink } from '../encryption/storedSecrets.ts';

interface Linked {
  /** Absolute, built from the public URL only. */
  link: MailedLink;
}

interface Security {
  userName: string;
  /** ISO 8601. */
  at: string;
}

export interface MailData {
  recoveryLink: Linked & { userName: string; minutes: number };
  setPassword: Linked & { userName: string; minutes: number };
  userNames: Linked & { userNames: string[] };
  invitation: Linked & { inviter: string; organisation: string; message: string | null; expiresAt: string };
  confirmEmail: Linked & { userName: string; email: string };
  emailChanging: Security & { email: string };
  newBrowser: Security & { browser: string; address: string };
  /** Login up to the password: the MFA code is still required. */
  passwordEntered: Security & { browser: string; address: string };
  passwordChanged: Security;
  mfaTurnedOn: Security;
  mfaTurnedOff: Security;
  recoveryCodesRenewed: Security;
  recoveryCodeUsed: Security & { left: number };
  recoveryCodeIssued: Security & { administrator: string };
  authenticationReset: Security & { administrator: string };
  impersonated: Security & { administrator: string; reason: string | null };
  ownerChanged: Security & { owner: string };
  ownerRestored: Security;
  apiKeyCreated: Security & { keyName: string };
  ticketReceived: { ticketNumber: string; fields: Record<string, string>; attachments: { id: string; fileName: string }[] };
}

export type MailTemplate = keyof MailData;
