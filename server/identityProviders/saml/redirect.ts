/** The binding HTTP-Redirect: the signature covers the query byte for byte as it was sent. */
import { inflateRawSync } from 'node:zlib';
import { Refused } from '../logIn/refused.ts';
import { bytesOf, SIGNATURE_ALGORITHMS } from './shell.ts';
import { signerAmong } from './signers.ts';

const MAX_INFLATED_BYTES = 256 * 1024;
const SIGNED = ['SAMLRequest', 'RelayState', 'SigAlg'];
const DEFLATE = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';

/** @param query without its question mark. @returns the message. @throws Refused */
export function signedByQuery(query: string, certificates: readonly string[]): Buffer {
  const sent = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name = ''] = part.split('=', 1);
    if (sent.has(name)) throw new Refused('logoutToken');
    sent.set(name, part.slice(name.length + 1));
  }
  const valueOf = (name: string) => decoded(sent.get(name) ?? '');
  const signature = valueOf('Signature');
  if (signature === '' || !['', DEFLATE].includes(valueOf('SAMLEncoding'))) throw new Refused('logoutToken');
  const algorithm = valueOf('SigAlg');
  if (!SIGNATURE_ALGORITHMS.has(algorithm)) throw new Refused('algorithm');
  const signed = SIGNED.flatMap((name) => (sent.has(name) ? [`${name}=${sent.get(name) ?? ''}`] : [])).join('&');
  signerAmong(certificates, { algorithm, signed, signature });
  try {
    return inflateRawSync(bytesOf(valueOf('SAMLRequest')), { maxOutputLength: MAX_INFLATED_BYTES });
  } catch {
    throw new Refused('logoutToken');
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refused('logoutToken');
  }
}
