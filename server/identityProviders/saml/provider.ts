/** The SAML identity provider of a connection. */
import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { Profile } from '@node-saml/node-saml';
import { sha256 } from '../../session/tokens.ts';
import type { Context } from '../../context.ts';
import type { AttemptRow } from '../logIn/attempts.ts';
import type { Bound } from '../openid/claims.ts';
import type { Asked, Protocol, SignedAnswer } from '../logIn/protocol.ts';
import { Refused } from '../logIn/refused.ts';
import type { ConnectionRow } from '../settings/repository.ts';
import { answerOf } from './assertion.ts';
import { validCertificates } from './certificates.ts';
import { samlLibrary } from './library.ts';
import { logoutRequestOf, type LogoutRequest } from './logoutRequest.ts';
import { hasEncrypted, openedResponse } from './opening.ts';
import { readOwnKeys } from './ownKeys.ts';
import { samlAddresses } from './paths.ts';
import { signedByQuery } from './redirect.ts';
import { bytesOf, LOGOUT_LIMITS, plainXml, requireLogoutRequest, requireOneAssertion, RESPONSE_LIMITS } from './shell.ts';
import { signersOf } from './signers.ts';
import { signedAddress, signedXml } from './signing.ts';
import { verified } from './verifying.ts';
import { readXml } from './xml.ts';

/** Begins with `_`, as an XML id must not begin with a digit; it does not reveal `state`, from which the nonce is derived. */
const requestIdOf = ({ nonce }: Bound): string => `_${sha256(nonce).toString('hex')}`;

export interface SamlProvider extends Protocol {
  /** @param message base64, as in the browser's request. @throws Refused */
  verify(connection: ConnectionRow, attempt: AttemptRow, bound: Bound, message: string): Promise<SignedAnswer>;
  /** @throws Refused */
  readLogout(connection: ConnectionRow, message: LogoutMessage): Promise<LogoutRequest>;
  /** Our response, which the browser delivers; undefined if the metadata has no address for it. */
  logoutAnswered(connection: ConnectionRow, requestId: string, relayState: string): Promise<LogoutAnswer | undefined>;
}

/** A redirect, or a form with these fields if the provider accepts nothing else. */
export interface LogoutAnswer {
  readonly address: string;
  readonly fields?: readonly (readonly [string, string])[];
}

/** The message in the browser's request: in the address, or in a form, in base64. */
export type LogoutMessage = { readonly query: string } | { readonly form: string };

export type SamlDependencies = Pick<Context, 'db' | 'clock' | 'keyring' | 'publicUrl'>;

export function samlProvider({ db, clock, keyring, publicUrl }: SamlDependencies): SamlProvider {
  const ownKeys = () => readOwnKeys(db, keyring, clock.now());

  async function known(connection: ConnectionRow) {
    const { issuer, sso_url: ssoUrl, connection_id: id } = connection;
    if (connection.kind !== 'saml' || issuer === null || ssoUrl === null) throw new Refused('incomplete');
    const certificates = await validCertificates(db, id, clock.now());
    if (certificates.length === 0) throw new Refused('certificate');
    return { issuer, ssoUrl, certificates, ...samlAddresses(publicUrl(), id) };
  }

  return {
    async check(connection) {
      await known(connection);
    },

    async authorizationUrl(connection, asked: Asked) {
      const saml = samlLibrary({ ...(await known(connection)), requestId: requestIdOf(asked), isStepUp: asked.isStepUp });
      return signedAddress(await saml.getAuthorizeUrlAsync(asked.state, undefined, {}), (await ownKeys()).current);
    },

    async verify(connection, attempt, bound, message) {
      const requestId = requestIdOf(bound);
      const { issuer, ...options } = { ...(await known(connection)), requestId };
      const sent = plainXml(bytesOf(message), RESPONSE_LIMITS);
      const { xml, root } = hasEncrypted(sent.root) ? await openedResponse(sent, options, await ownKeys()) : sent;
      const assertion = requireOneAssertion(root);
      const { attributes } = root;
      if (attributes.get('InResponseTo') !== requestId) throw new Refused('inResponseTo');
      if ((attributes.get('Destination') ?? options.consumer) !== options.consumer) throw new Refused('destination');
      const responseIssuer = root.children.find(({ name }) => name === 'Issuer');
      if (responseIssuer && responseIssuer.text !== issuer) throw new Refused('issuer');
      const certificates = signersOf(xml, [root, assertion], options.certificates);
      const signed = await verified({ kind: 'response', options: { ...options, certificates }, xml }, root);
      return answerOf(readXml(signed, RESPONSE_LIMITS), {
        issuer,
        audience: options.entityId,
        recipient: options.consumer,
        requestId,
        now: clock.now(),
        askedAt: attempt.purpose === 'stepUp' ? attempt.created_at : undefined,
      });
    },

    async readLogout(connection, message) {
      const { issuer, logout: destination, ...options } = await known(connection);
      const isSigned = 'form' in message;
      const bytes = isSigned ? bytesOf(message.form) : signedByQuery(message.query, options.certificates);
      const { xml, root } = plainXml(bytes, LOGOUT_LIMITS);
      requireLogoutRequest(root, { isSigned });
      if (isSigned) {
        const certificates = signersOf(xml, [root], options.certificates);
        await verified({ kind: 'logout', options: { ...options, requestId: '', certificates }, xml }, root);
      }
      return logoutRequestOf(root, { issuer, destination, now: clock.now() });
    },

    async logoutAnswered(connection, ID, relayState) {
      const { slo_url: sloUrl, slo_by_form: isByForm } = connection;
      if (sloUrl === null) return undefined;
      const saml = samlLibrary({ ...(await known(connection)), sloUrl, requestId: `_${randomUUID()}` });
      const address = await saml.getLogoutResponseUrlAsync({ ID } as Profile, relayState, {}, true);
      const { current } = await ownKeys();
      if (!isByForm) return { address: signedAddress(address, current) };
      // The library makes the response for a redirect only, deflated.
      const deflated = Buffer.from(new URL(address).searchParams.get('SAMLResponse') ?? '', 'base64');
      const signed = signedXml(inflateRawSync(deflated).toString(), current, 'afterIssuer');
      const answer = Buffer.from(signed).toString('base64');
      return {
        address: sloUrl,
        fields: [['SAMLResponse', answer], ...(relayState === '' ? [] : [['RelayState', relayState] as const])],
      };
    },
  };
}
