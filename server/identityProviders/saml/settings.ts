/** Settings of a SAML provider. Metadata is fetched before the transaction, which must not wait for another site. */
import type { CallOf } from '../../http/call.ts';
import type { OutboundFetch } from '../../http/outbound.ts';
import { problem } from '../../http/problem.ts';
import type { ConnectionRow } from '../settings/repository.ts';
import { takeAddress, takePasted, type TakenMetadata } from './source.ts';

type Body = CallOf<'Connections.Update'>['body'];

const NOTHING: TakenMetadata = {
  set: {
    ...{ metadata_url: null, metadata_hash: null, metadata_at: null, metadata_problem: null },
    ...{ issuer: null, sso_url: null, slo_url: null, slo_by_form: false },
  },
  certificates: [],
};

/**
 * @returns undefined if the metadata is unchanged. @throws Invalid for settings of the other protocol, and for text that is no
 * metadata
 */
export async function readSettings(
  fetch: OutboundFetch,
  kind: ConnectionRow['kind'],
  body: Body,
  now: Date,
): Promise<TakenMetadata | undefined> {
  const foreign = kind === 'saml' ? (['issuer', 'clientId', 'clientSecret'] as const) : (['metadata', 'metadataUrl'] as const);
  const [wrong] = foreign.filter((name) => body[name] != null);
  if (wrong !== undefined) throw problem('Invalid', { fields: { [wrong]: { expected: 'value' } } });
  if (kind === 'openid') return undefined;
  if (body.metadata !== undefined) return takePasted(body.metadata, now);
  if (body.metadataUrl == null) return body.metadataUrl === null ? NOTHING : undefined;
  return takeAddress(fetch, body.metadataUrl, now);
}
