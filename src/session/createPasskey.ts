/** Has the browser create a passkey. Loaded when needed. */
import { startRegistration } from '@simplewebauthn/browser';
import type { BodyOf, ReplyOf } from '@api/contract/index.ts';

export type Created =
  | { readonly kind: 'created'; readonly response: BodyOf<'Passkeys.Create'>['response'] }
  /** The user declined, or the time ran out. */
  | { readonly kind: 'declined' }
  /** The device has one for this account. */
  | { readonly kind: 'known' }
  /** This page, browser or device cannot create one. */
  | { readonly kind: 'unable' };

const kinds: Readonly<Record<string, Exclude<Created['kind'], 'created'>>> = {
  NotAllowedError: 'declined',
  AbortError: 'declined',
  InvalidStateError: 'known',
};

export async function createPasskey(optionsJSON: ReplyOf<'Passkeys.RegistrationOptions'>): Promise<Created> {
  try {
    const response = await startRegistration({ optionsJSON });
    return { kind: 'created', response: response as BodyOf<'Passkeys.Create'>['response'] };
  } catch (error) {
    return { kind: kinds[error instanceof Error ? error.name : ''] ?? 'unable' };
  }
}
