/** Keys and certificates of SAML providers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SamlKey {
  readonly key: string;
  readonly certificate: string;
}

/** @param days until the end of the certificate */
export function newSamlKey({ days = 365, bits = 2048 }: { readonly days?: number; readonly bits?: number } = {}): SamlKey {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', `rsa:${String(bits)}`, '-nodes', '-subj', '/CN=provider'],
      ...['-days', String(days), '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const made = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

export const base64Of = ({ certificate }: SamlKey): string => certificate.replaceAll(/-----[^-]+-----|\s/g, '');
