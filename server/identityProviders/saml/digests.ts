/** Verifies that a signature covers the message, with the library: seconds of work for the longest message, done in a thread. */
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { Refused } from '../logIn/refused.ts';
import { asSamlRefused, samlLibrary, type LibraryOptions } from './library.ts';
import { SIGNATURE } from './shell.ts';

/** A response with a signed assertion, one that is signed around an encrypted assertion, or a request for a logout. */
type SignedKind = 'response' | 'aroundEncrypted' | 'logout';

export interface SignedMessage {
  readonly kind: SignedKind;
  readonly options: LibraryOptions;
  readonly xml: string;
}

/**
 * `shell.ts` has checked which element each signature covers, `signers.ts` who has signed.
 * @returns the signed bytes of a response's assertion, and nothing else of it; of others, nothing. @throws Refused
 */
export async function verifyDigests({ kind, options, xml }: SignedMessage): Promise<string> {
  if (kind === 'aroundEncrypted') return requireDigest(xml, options.certificates);
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

/** Not by the library, which would verify the response only after it had decrypted the assertion. @throws Refused */
function requireDigest(xml: string, certificates: readonly string[]): '' {
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
  const isSignature = ({ localName, namespaceURI }: Element) => localName === 'Signature' && namespaceURI === SIGNATURE;
  const signature = (Array.from(root.childNodes) as Element[]).find(isSignature);
  const [publicCert] = certificates;
  if (!signature || publicCert === undefined) throw new Refused('signature');
  const signed = new SignedXml({ publicCert });
  try {
    signed.loadSignature(signature);
    if (!signed.checkSignature(xml)) throw new Refused('signature');
    return '';
  } catch {
    throw new Refused('signature');
  }
}
