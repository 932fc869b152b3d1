/**
 * Route at which a browser delivers a SAML provider's response: a form of another site, which comes without our cookies. So the
 * response is verified and kept, and the browser is sent on to `/sso/finish`, where it sends them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { AttemptPurpose } from '../../../api/contract/identityProviders.states.ts';
import type { Context } from '../../context.ts';
import { problem as problemOf, Problem } from '../../http/problem.ts';
import { asProblem } from '../../http/errors.ts';
import { auditOriginOf } from '../../http/auditOrigin.ts';
import { countForAddress } from '../../http/throttle.ts';
import { findAttempt, forgetAttempt, keepAnswer, type SsoAttempts } from '../logIn/attempts.ts';
import { connectionOf, formOf, takingForms } from '../forms.ts';
import { FINISH_PATH } from '../logIn/linking.ts';
import { recordRefusal, recordUnbegun } from '../logIn/refusals.ts';
import { Refused } from '../logIn/refused.ts';
import { findConnection } from '../settings/repository.ts';
import { readOwnKeys } from './ownKeys.ts';
import { consumerPath, samlAddresses, samlMetadataPath } from './paths.ts';
import type { SamlProvider } from './provider.ts';
import { bytesOf, MAX_MESSAGE_BYTES, plainXml, RESPONSE_LIMITS } from './shell.ts';
import { startPath } from '../../session/providerRule.ts';

/** @param answered sends the caller on, without revealing what was refused */
type Answering = (
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<{ readonly location: string }>,
) => Promise<FastifyReply>;

export function consumerRoutes(
  app: FastifyInstance,
  context: Context,
  { provider, attempts, answered }: { provider: SamlProvider; attempts: SsoAttempts; answered: Answering },
): void {
  const { db, clock, keyring, publicUrl } = context;
  app.get(samlMetadataPath(':connection'), async (request, reply) => {
    const connectionId = connectionOf(request);
    const connection = await findConnection(db, connectionId);
    if (connection?.kind !== 'saml') throw problemOf('NotFound');
    const keys = await readOwnKeys(db, keyring, clock.now());
    const { ourMetadata } = await import('./ourMetadata.ts');
    return reply.type('application/samlmetadata+xml').send(ourMetadata(samlAddresses(publicUrl(), connectionId), keys));
  });

  /** @throws TooManyRequests, before the body is read */
  const onRequest: onRequestAsyncHookHandler = async (request) =>
    countForAddress(context, 'LIMIT_SSO_RESPONSES_PER_ADDRESS', { request, now: clock.now() });
  takingForms(app, MAX_MESSAGE_BYTES, (scope) => {
    // The browser is in the middle of a login, whose user needs a page, and whose administrator needs the reason.
    scope.setErrorHandler((error, request, reply) => {
      if (asProblem(error).code !== 'PayloadTooLarge') throw error;
      return answered(request, reply, async () => {
        const refused = new Refused('tooLarge');
        const connectionId = connectionOf(request);
        await recordUnbegun(db, { origin: auditOriginOf(request, { kind: 'anonymous' }, clock.now()), connectionId }, refused);
        throw refused;
      });
    });
    scope.post(consumerPath(':connection'), { bodyLimit: MAX_MESSAGE_BYTES, onRequest }, (request, reply) =>
      answered(request, reply, async () => {
        const form = formOf(request);
        return { location: await receive(request, form.get('RelayState') ?? '', form.get('SAMLResponse') ?? '') };
      }),
    );
  });

  /** @param state an opaque handle, no address. @returns the address to which the browser goes on. @throws Refused */
  async function receive(request: FastifyRequest, state: string, message: string): Promise<string> {
    const now = clock.now();
    const connectionId = connectionOf(request);
    const origin = auditOriginOf(request, { kind: 'anonymous' }, now);
    const connection = await findConnection(db, connectionId);
    if (connection?.kind !== 'saml') throw new Refused('disabledConnection');
    const attempt = await findAttempt(db, connectionId, state, now);
    if (!attempt) {
      // An unsolicited response is not read; a login is started here instead.
      if (connection.enabled && isUnsolicited(message)) return startPath(connectionId);
      const refused = new Refused('attempt');
      await recordUnbegun(db, { origin, connectionId }, refused);
      throw refused;
    }
    const purpose = attempt.purpose as AttemptPurpose;
    try {
      if (!connection.enabled && purpose !== 'test') throw new Refused('disabledConnection');
      const answer = await provider.verify(connection, attempt, attempts.boundTo(state), message);
      await keepAnswer(db, attempt, answer, now);
    } catch (error) {
      // The message was not read: the browser may send it again.
      if (error instanceof Problem && error.code === 'Busy') throw error;
      // The attempt cannot be tried twice.
      if (attempt.session_id === null) await forgetAttempt(db, attempt);
      else await keepAnswer(db, attempt, { refused: true }, now);
      await recordRefusal(db, { origin, connectionId, purpose }, error);
      // A user who began in a session returns there, once the browser has proven to be theirs.
      if (attempt.session_id === null || !(error instanceof Refused)) throw error;
    }
    return `${FINISH_PATH}?${new URLSearchParams({ state }).toString()}`;
  }
}

function isUnsolicited(message: string): boolean {
  const { root } = plainXml(bytesOf(message), RESPONSE_LIMITS);
  return root.name === 'Response' && !root.attributes.has('InResponseTo');
}
