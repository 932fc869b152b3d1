/** Routes of the support form. */
import { createHash } from 'node:crypto';
import type { BodyOf } from '../../api/contract/index.ts';
import { type supportCalls, supportOperations } from '../../api/contract/support.ts';
import { urgencies } from '../../api/contract/tickets.list.ts';
import type { Context } from '../context.ts';
import { placeFiles, type PlacedFile, type ReceivedFile } from '../files/upload.ts';
import { keepUploads } from '../files/removal.ts';
import { FilesUnavailable } from '../files/store.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { transactionOnce, withContent } from '../http/idempotency.ts';
import { problem } from '../http/problem.ts';
import { addressBlock, countHits, limitOf, throttle } from '../http/throttle.ts';
import { typedTexts } from '../http/typedTexts.ts';
import { validate } from '../http/validate.ts';
import { supportAddress } from '../mail/addresses.ts';
import { queueMail } from '../mail/queue.ts';
import type { MailData } from '../mail/templates.ts';
import type { Principal } from '../session/principal.ts';
import { randomToken, sha256 } from '../session/tokens.ts';
import { confirmTicket } from './confirmation.ts';
import { requireRecaptcha } from './recaptcha.ts';
import { findOwner, insertTicket } from './repository.ts';
import { findInfection } from './scan.ts';
import { readState } from './state.ts';
import { allowedTypes, readForm } from './upload.ts';

const KIB = 1024;
const FILES_RETRY_SECONDS = 30;

const filesBusy = (cause: Error) => problem('Busy', { retryAfterSeconds: FILES_RETRY_SECONDS, cause });

const objectIdsOf = (files: readonly PlacedFile[]): string[] => files.flatMap(({ object }) => object?.objectId ?? []);

const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export function supportRoutes(context: Context): Handlers<keyof typeof supportCalls> {
  const { config, db } = context;

  /** A user who is logged in is known, whatever address many of them share. */
  async function countTicket({ request, principal, now }: CallOf<'Support.CreateTicket'>): Promise<void> {
    const isUser = principal.kind === 'session';
    const sender = isUser ? principal.person.userId : addressBlock(request.ip);
    await throttle(db, { ...limitOf(config, 'LIMIT_TICKETS_PER_ADDRESS', sender), isShared: !isUser }, now);
    if (principal.kind === 'anonymous') await throttle(db, limitOf(config, 'LIMIT_ANONYMOUS_TICKETS', ''), now);
  }

  /** Limits all addresses together: many of them could fill the disk otherwise. */
  async function countUpload(bytes: number, now: Date): Promise<void> {
    if (bytes === 0) return;
    const { bucket, windowMs } = limitOf(config, 'LIMIT_ANONYMOUS_UPLOAD_BYTES', '');
    const { hits, resets_at: resetsAt } = await countHits(db, bucket, windowMs, now, Math.ceil(bytes / KIB));
    if (hits * KIB > config.LIMIT_ANONYMOUS_UPLOAD_BYTES)
      throw problem('TooManyRequests', { retryAfterSeconds: (resetsAt.getTime() - now.getTime()) / 1000 });
  }

  return {
    'Support.FormConfiguration': ({ principal }) =>
      Promise.resolve({
        recaptchaSiteKey: config.RECAPTCHA_SITE_KEY ?? null,
        maxAttachments: config.MAX_ATTACHMENTS,
        maxAttachmentSize: config.MAX_ATTACHMENT_BYTES,
        maxTotalSize: config.MAX_ATTACHMENTS_BYTES,
        allowedTypes,
        urgencies: [...urgencies],
        signedInAs: principal.kind === 'session' ? { userName: principal.person.userName, email: principal.person.email } : null,
      }),

    'Support.TicketState': (call) => readState(context, call),

    'Support.CreateTicket': async (call) => {
      const { request, principal, now } = call;
      await countTicket(call);
      const { fields, attachments } = await readForm(request, config);
      if (principal.kind === 'anonymous')
        await countUpload(
          attachments.reduce((sum, { content }) => sum + content.length, 0),
          now,
        );
      const form: BodyOf<'Support.CreateTicket'> = validate(supportOperations['Support.CreateTicket'].body, typedTexts(fields));
      await requireRecaptcha(config, form.RecaptchaToken, request.ip);
      await refuseInfected(call, attachments);
      const { RecaptchaToken: _spent, ...formFields } = form;
      const filledFields = Object.fromEntries(
        Object.entries(formFields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      );
      const content = [formFields, attachments.map(({ fileName, content: bytes }) => [fileName, digest(bytes)])];
      const placed = await place(attachments);
      return transactionOnce(db, { now, idempotency: withContent(call.idempotency, content) }, async (tx) => {
        const owner = await findOwner(tx, principal, form.Email);
        const token = randomToken();
        const linkHash = sha256(token);
        const ticket = await insertTicket(tx, { owner, linkHash, fields: filledFields, attachments: placed, now });
        if (!(await keepUploads(tx, objectIdsOf(placed)))) throw filesBusy(new Error('The upload took too long'));
        await queueMail(
          tx,
          { email: supportAddress(context) },
          'ticketReceived',
          { ...ticket, fields: filledFields, sender: senderOf(principal) },
          now,
        );
        await confirmTicket(context, tx, { ticketNumber: ticket.ticketNumber, token, form, owner, call });
        await appendAuditEvent(tx, call.origin, {
          action: call.name,
          target: ticket.ticketNumber,
          targetUserId: owner.userId,
          organisationId: owner.organisationId,
          details: { attachments: ticket.attachments.length },
        });
        return { ticketNumber: ticket.ticketNumber };
      });
    },
  };

  async function place(attachments: readonly ReceivedFile[]): Promise<PlacedFile[]> {
    return placeFiles(context, attachments).catch((error: unknown) => {
      throw error instanceof FilesUnavailable ? filesBusy(error) : error;
    });
  }

  async function refuseInfected(call: CallOf<'Support.CreateTicket'>, attachments: readonly ReceivedFile[]): Promise<void> {
    const found = await findInfection(config, attachments);
    if (!found) return;
    const details = { reason: 'FileInfected', ...found };
    await appendAuditEvent(db, call.origin, { action: call.name, outcome: 'failure', details });
    throw problem('FileInfected', { fields: { attachments: { problem: 'FileInfected' } } });
  }
}

/** Tells support staff who was logged in, as the address in the form is no proof. */
const senderOf = (principal: Principal): MailData['ticketReceived']['sender'] =>
  principal.kind === 'session'
    ? {
        userName: principal.person.userName,
        email: principal.person.email,
        administrator: principal.session.impersonation?.by.displayName ?? null,
      }
    : null;
