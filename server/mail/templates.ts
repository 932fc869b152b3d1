/** All mails, and the data of their texts. Phrases: `mail:<template>.subject`, `.text`, `.action`. One link at most. */

import type { MailedLink } from '../encryption/storedSecrets.ts';

interface Linked {
  /** An absolute link, built from the public URL only. */
  link: MailedLink;
}

interface Security {
  userName: string;
  /** ISO 8601. */
  at: string;
}

interface DomainMail extends Security {
  organisation: string;
  domain: string;
}

export interface MailData {
  recoveryLink: Linked & { userName: string; minutes: number };
  setPassword: Linked & { userName: string; minutes: number };
  userNames: Linked & { userNames: string[] };
  /** In place of `recoveryLink` and `userNames`, where the organisation requires its identity provider, `connection`. */
  logInWithProvider: Linked & { userName: string; organisation: string; connection: string };
  userNameWithProvider: Linked & { userName: string; organisation: string; connection: string };
  invitation: Linked & { inviter: string; organisation: string; message: string | null; expiresAt: string };
  /** `notBefore`: ISO 8601, or null without a delay. */
  confirmEmail: Linked & { userName: string; email: string; notBefore: string | null };
  /** Sent to the present address; its link refuses the change. */
  emailChanging: Security & Linked & { email: string; notBefore: string | null };
  /** Sent to the former address. */
  emailChanged: Security & { email: string };
  /** Sent to the present address, where no confirmation was needed. */
  emailSet: Security & { email: string };
  /** Sent where the administrator chose a password. */
  accountCreated: Security & { administrator: string };
  /** `roles`: all present roles of the user. */
  rolesChanged: Security & { administrator: string; roles: string };
  systemAdministratorMade: Security & { administrator: string; account: string };
  sessionsEnded: Security & { administrator: string };
  mfaRequired: Security & { administrator: string };
  mfaNotRequired: Security & { administrator: string };
  /** Sent to users without a second factor. */
  mfaReminder: Security & { administrator: string };
  apiKeyChanged: Security & { keyName: string; claims: string };
  apiKeyDeleted: Security & { keyName: string };
  apiKeyRevoked: Security & { administrator: string; keyName: string };
  accountErased: Security & { administrator: string };
  /** `account`: the user name of the user concerned, or, for several `people`, the first names. */
  approvalNeeded: Security & { administrator: string; account: string; people?: number | null; reason: string | null };
  /** Sent to the requester. */
  approvalGiven: Security & { administrator: string; account: string; people?: number | null };
  approvalRefused: Security & { administrator: string; account: string; people?: number | null };
  /** Sent to the inviter: the address refuses mail for good. */
  invitationRefused: Security & { email: string };
  reportReady: Linked & { userName: string; reportName: string; expiresAt: string };
  /** Sent before a key of the organisation's directory ends. */
  directoryKeyEnds: { userName: string; organisation: string; keyName: string; expiresAt: string };
  /** Sent before the last certificate of an identity provider, `connection`, ends. */
  certificateEnds: { userName: string; organisation: string; connection: string; expiresAt: string };
  /** Sent before our own certificate is replaced, by which the identity provider `connection` knows us. */
  ownCertificateEnds: { userName: string; organisation: string; connection: string; expiresAt: string };
  ownCertificateReplaced: Security & { organisation: string; connection: string };
  domainVerified: DomainMail;
  /** The proof has been gone for a week. */
  domainFrozen: DomainMail;
  /** Another organisation has proven it too. */
  domainContested: DomainMail;
  /** The domain has moved to another organisation. */
  domainLost: DomainMail;
  /** `connection`: the name of the identity provider; `account`: its name for the account. */
  identityLinked: Security & { connection: string; account: string | null };
  identityUnlinked: Security & { connection: string };
  /** Sent to the administrators. */
  connectionEnabled: Security & { organisation: string; connection: string; administrator: string };
  metadataReplaced: Security & { organisation: string; connection: string; administrator: string };
  connectionDisabled: Security & { organisation: string; connection: string; administrator: string };
  providerRequired: Security & { organisation: string; administrator: string };
  providerNotRequired: Security & { organisation: string; administrator: string };
  breakGlassAdded: Security & { organisation: string; account: string; administrator: string };
  breakGlassRemoved: Security & { organisation: string; account: string; administrator: string };
  reportStopped: Security & { reportName: string };
  /** `from`, `until`: ISO 8601; numbers of events of the week. */
  auditDigest: Linked & {
    userName: string;
    from: string;
    until: string;
    events: number;
    logIns: number;
    failedLogIns: number;
    refused: number;
    exports: number;
  };
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
  /** Sent when an administrator impersonated the user without the right to change anything. */
  accountViewed: Security & { administrator: string; reason: string | null };
  ownerChanged: Security & { owner: string };
  ownerRestored: Security;
  apiKeyCreated: Security & { keyName: string };
  passkeyAdded: Security & { passkeyName: string; device: string };
  passkeyDeleted: Security & { passkeyName: string };
  /** The counter of the passkey did not grow: there may be a copy. */
  passkeyCloned: Security & { passkeyName: string };
  /** Sent to the sender of the ticket. */
  ticketOpened: Linked & { ticketNumber: string };
  /** `colleague`: the author of the answer. */
  ticketAnswered: { ticketNumber: string; colleague: string; message: string };
  /** Sent to the support address. */
  ticketReceived: {
    ticketNumber: string;
    fields: Record<string, string>;
    attachments: { id: string; fileName: string }[];
    /**
     * The user who was logged in; null: an anonymous caller, and nothing in the form is verified. `administrator`: the
     * administrator who impersonated the user.
     */
    sender: { userName: string; email: string; administrator: string | null } | null;
  };
}

export type MailTemplate = keyof MailData;

/** Whether a person writes it for a person, unlike all others. */
export const isPersonal = (template: MailTemplate): boolean => template === 'ticketAnswered';

/** Whether replies go to the support address; other mails take no replies. */
export const isRepliedTo = (template: MailTemplate): boolean => template === 'ticketOpened' || template === 'ticketAnswered';
