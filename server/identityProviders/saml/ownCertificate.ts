/** Makes key pairs of ours with their certificates, self-signed: providers trust the certificate that they are given, and no authority. */
import { generateKeyPair, randomBytes, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { addMs, HOUR } from '../../clock.ts';

/** Certificates last beyond 2030, until when 2048 bits are thought to be enough (NIST SP 800-57). */
const KEY_BITS = 3072;
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
/** A provider whose clock is behind must not refuse a new certificate. */
const VALID_BEFORE_MS = HOUR;
const SERIAL_BYTES = 16;

const generate = promisify(generateKeyPair);

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

interface OwnCertificate {
  readonly pem: string;
  readonly fingerprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export const newKeyPair = (): Promise<KeyPair> => generate('rsa', { modulusLength: KEY_BITS });

/** @param notAfter end of the certificate */
export async function selfSigned({ privateKey, publicKey }: KeyPair, now: Date, notAfter: Date): Promise<OwnCertificate> {
  // Loaded when needed, which is once in years: the library reads its metadata by this global.
  await import('reflect-metadata');
  const { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } =
    await import('@peculiar/x509');
  const { subtle } = crypto;
  const keys = {
    privateKey: await subtle.importKey('pkcs8', privateKey.export({ type: 'pkcs8', format: 'der' }), ALGORITHM, true, ['sign']),
    publicKey: await subtle.importKey('spki', publicKey.export({ type: 'spki', format: 'der' }), ALGORITHM, true, ['verify']),
  };
  const serial = randomBytes(SERIAL_BYTES);
  // DER has a sign: a number that begins with 0 to 7 is positive, and one that begins with 4 to 7 has no zero to leave out.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const made = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serial.toString('hex'),
      name: 'CN=Gatehouse SAML',
      notBefore: addMs(now, -VALID_BEFORE_MS),
      notAfter,
      signingAlgorithm: ALGORITHM,
      keys,
      // Okta refuses a certificate to encrypt with that does not name both uses.
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
      ],
    },
    crypto,
  );
  const certificate = new X509Certificate(made.toString('pem'));
  return {
    pem: certificate.toString(),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
  };
}
