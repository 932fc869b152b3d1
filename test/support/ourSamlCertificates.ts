/** Our certificates, as a provider reads them in our metadata. */
import { createClient } from './client.ts';
import type { TestConnection } from './sso.ts';
import type { TestServer } from './server.ts';

interface OurCertificates {
  /** In PEM, the current one first. */
  readonly signing: readonly string[];
  readonly encryption: readonly string[];
  readonly metadata: string;
}

export async function ourCertificates(
  site: Pick<TestServer, 'url'>,
  { ours }: Pick<TestConnection, 'ours'>,
): Promise<OurCertificates> {
  const { text } = await createClient(site).raw(new URL(ours.metadataUrl).pathname, { bare: true });
  const of = (use: string) =>
    [...text.matchAll(new RegExp(`<KeyDescriptor use="${use}">.*?<X509Certificate>([^<]+)`, 'gs'))].map(
      ([, base64 = '']) => `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    );
  return { signing: of('signing'), encryption: of('encryption'), metadata: text };
}
