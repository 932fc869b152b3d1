/** A user's own passkeys: listing, creating, renaming, deleting. */
import { randomUUID } from 'node:crypto';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { ReplyOf } from '../../api/contract/index.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Passkey } from '../../api/contract/passkeys.ts';
import { deletePasskey, insertPasskey, renamePasskey, SHOWN_PASSKEY } from '../accounts/credentials.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { sessionOf, type CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { passkeyMethods } from '../session/passkeyMethods.ts';
import { type OpenedSession } from '../session/sessions.ts';
import { recordSecondFactor } from '../session/sessions.renew.ts';
import { CHALLENGE_MS, type challenges } from './challenges.ts';
import { deviceOf } from './devices.ts';
import { refuseWithFactor, type FinishEnrolment } from './enrolment.ts';
import { present } from './presenter.ts';
import { ALGORITHMS, challengeOf, relyingParty, type Registration } from './relyingParty.ts';
import { countPasskeys, credentialsOf, lockOwner } from './repository.ts';

/** Whether the user must have a second factor; provided by the MFA module. */
export type IsMfaRequired = (tx: Transaction, userId: string, now: Date) => Promise<boolean>;

type Challenges = ReturnType<typeof challenges>;

interface Needs {
  readonly isMfaRequired: IsMfaRequired;
  readonly sessions: SessionManager;
  readonly finishEnrolment: FinishEnrolment;
}

export function ownPasskeys(
  context: Context,
  { issue, use, giveBack }: Challenges,
  { sessions, isMfaRequired, finishEnrolment }: Needs,
) {
  const { config, db } = context;
  const party = relyingParty(context);

  return {
    async list({ person }: CallOf<'Passkeys.List'>): Promise<Passkey[]> {
      const rows = await db
        .selectFrom('passkeys')
        .select(SHOWN_PASSKEY)
        .where('user_id', '=', person.userId)
        .orderBy('created_at')
        .execute();
      return rows.map(present);
    },

    async registrationOptions(call: CallOf<'Passkeys.RegistrationOptions'>): Promise<ReplyOf<'Passkeys.RegistrationOptions'>> {
      const { userId, userName, displayName } = call.person;
      await refuseWithFactor(db, call);
      const excludeCredentials = await credentialsOf(db, userId);
      if (excludeCredentials.length >= config.LIMIT_PASSKEYS) throw problem('TooManyPasskeys');
      return {
        rp: { id: party.rpId(), name: config.PRODUCT_NAME },
        user: { id: userHandleOf(userId), name: userName, displayName },
        challenge: await issue(call, 'register', userId),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CHALLENGE_MS,
        excludeCredentials,
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      };
    },

    /** @throws PasskeyRefused; TooManyPasskeys; MfaAlreadyOn */
    async create(call: CallOf<'Passkeys.Create'>): Promise<ReplyOf<'Passkeys.Create'>> {
      const response = call.body.response as RegistrationResponseJSON;
      const challenge = challengeOf(response) ?? '';
      const isFresh = await use(call, 'register', challenge, call.person.userId);
      const registration = isFresh ? await party.checkRegistration(response) : undefined;
      if (!registration) throw problem('PasskeyRefused');
      await giveBack(call);
      // A credential belongs to one account (WebAuthn level 3, 7.1, step 26).
      const { reply, opened } = await withUnique({ passkeys_credential: () => problem('PasskeyRefused') }, () =>
        transaction(db, (tx) => store(tx, call, registration)),
      );
      if (opened) sessions.setCookies(call.reply, opened);
      return reply;
    },

    async rename(call: CallOf<'Passkeys.Rename'>): Promise<Passkey> {
      return transaction(db, async (tx) => {
        const ids = { userId: call.person.userId, passkeyId: call.params.passkeyId };
        const row = await renamePasskey(tx, ids, call.body.name);
        if (!row) throw problem('NotFound');
        await appendAuditEvent(tx, call.origin, eventOf(call, row));
        return present(row);
      });
    },

    /** @throws NotFound for a passkey that is not the caller's; LastFactor */
    async delete(call: CallOf<'Passkeys.Delete'>): Promise<void> {
      const { person, now } = call;
      await transaction(db, async (tx) => {
        const owner = await lockOwner(tx, person.userId, sessionOf(call).sessionId);
        if (!owner) throw problem('SessionRequired');
        const ofOwner = tx.selectFrom('passkeys').where('user_id', '=', person.userId);
        const found = await ofOwner
          .select(['passkey_id', 'name', 'device'])
          .where('passkey_id', '=', call.params.passkeyId)
          .executeTakeFirst();
        if (!found) throw problem('NotFound');
        const isLastFactor = owner.mfa_enrolled_at === null && (await countPasskeys(tx, person.userId)) === 1;
        if (isLastFactor && (await isMfaRequired(tx, person.userId, now))) throw problem('LastFactor');
        await deletePasskey(tx, owner, found, sessionOf(call).sessionId, now);
        await appendAuditEvent(tx, call.origin, eventOf(call, found));
      });
    },
  };

  async function store(
    tx: Transaction,
    call: CallOf<'Passkeys.Create'>,
    { aaguid, credential, credentialDeviceType, credentialBackedUp }: Registration,
  ): Promise<{ reply: ReplyOf<'Passkeys.Create'>; opened?: OpenedSession }> {
    const { person, now, body } = call;
    const owner = await lockOwner(tx, person.userId, sessionOf(call).sessionId);
    if (!owner) throw problem('SessionRequired');
    await refuseWithFactor(tx, call);
    if ((await countPasskeys(tx, person.userId)) >= config.LIMIT_PASSKEYS) throw problem('TooManyPasskeys');
    const passkey = {
      passkey_id: randomUUID(),
      credential_id: credential.id,
      user_handle: null,
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      backup_eligible: credentialDeviceType === 'multiDevice',
      backed_up: credentialBackedUp,
      transports: credential.transports ?? [],
      name: body.name,
      device: deviceOf(aaguid, call.request.headers['user-agent']),
      last_used_at: null,
    };
    const row = await insertPasskey(tx, owner, passkey, now);
    const event = eventOf(call, row);
    if (call.principal.kind !== 'pending') {
      await appendAuditEvent(tx, call.origin, event);
      await recordSecondFactor(tx, sessionOf(call).sessionId);
      return { reply: present(row) };
    }
    const { opened, redirectUrl } = await finishEnrolment(tx, call, {
      methods: passkeyMethods({ isDeviceBound: credentialDeviceType === 'singleDevice' }),
      passkeyId: row.passkey_id,
      details: event.details,
    });
    return { reply: { ...present(row), ...(redirectUrl === undefined ? {} : { redirectUrl }) }, opened };
  }
}

/** WebAuthn's user handle: the user id, which tells nothing about the user. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

const eventOf = (call: { name: string; person: Person }, { name, device }: { name: string; device: string }) => ({
  action: call.name,
  target: call.person.userName,
  targetUserId: call.person.userId,
  details: { passkey: name, device: device || undefined },
});
