/** Sentences for the documentation: when a call needs a fresh proof of identity, and why a call that changes state needs none. */
import type { StepUpCase, StepUpExemption } from './call.ts';

export const stepUpCases: Readonly<Record<StepUpCase, string>> = {
  administrativeRole: 'where the invitation carries an administrative role',
  emailOrOrganisation: 'where the e-mail address or the organisation changes',
  likeSingleCall: 'where the call for one of its users would need it',
};

export const stepUpExemptions: Readonly<Record<StepUpExemption, string>> = {
  proof: 'the call itself takes a password, a code or a passkey',
  mailedLink: 'the token of a mailed link is the proof',
  mailsOwner: 'the only effect is a mail to the address of the account',
  endsOwnAccess: "it only ends the caller's own access",
  access: 'it opens or closes an account with the credentials it has, and touches none of them',
  noCredential: 'it touches no role, password, e-mail address, MFA rule, key or session',
  reads: 'it changes nothing',
};
