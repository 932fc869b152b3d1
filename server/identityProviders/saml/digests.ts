/** Verifies that a signature covers the message, with the library: seconds of work for the longest message, done in a thread. */
import { Refused } from '../logIn/refused.ts';
import { asSamlRefused, samlLibrary, type LibraryOptions } from './library.ts';

export type SignedKind = 'response' | 'logout';

export interface SignedMessage {
  readonly kind: SignedKind;
  readonly options: LibraryOptions;
  readonly xml: string;
}

/**
 * `shell.ts` has checked which element each signature covers, `signers.ts` who has signed.
 * @returns the signed bytes of a response's assertion, and nothing else of it; of a log-out, nothing. @throws Refused
 */
export async function verifyDigests({ kind, options, xml }: SignedMessage): Promise<string> {
  const saml = samlLibrary(options);
  const message = Buffer.from(xml).toString('base64');
  try {
    if (kind === 'logout') {
      await saml.validatePostRequestAsync({ SAMLRequest: message });
      return '';
    }
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: message });
    const signed = profile?.getAssertionXml?.();
    if (signed === undefined) throw new Refused('signature');
    return signed;
  } catch (error) {
    throw asSamlRefused(error);
  }
}
