/** The response of an authenticator that is asked for a passkey: `AuthenticationResponseJSON` of WebAuthn. */
import { z } from 'zod';

/** Bytes as text. @param maxLength in characters */
export const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);

/** `PublicKeyCredential` of WebAuthn as JSON, but for the response of the authenticator. */
export const credentialFields = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

export const PasskeyAssertion = z.strictObject({
  ...credentialFields,
  response: z.strictObject({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: base64url(200).nullish(),
  }),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
