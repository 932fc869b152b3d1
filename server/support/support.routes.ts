/** Routes of the support form. */
import type { BodyOf } from '../../api/contract/index.ts';
import type { supportCalls } from '../../api/contract/support.calls.ts';
import { supportOperations, urgencies } from '../../api/contract/support.ts';
import { HOUR } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/audit.append.ts';
import type { Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { addressBlock, throttle } from '../http/throttle.ts';
import { validate } from '../http/validate.ts';
import { supportAddress } from '../mail/addresses.ts';
import { queueMail } from '../mail/queue.ts';
import { requireRecaptcha } from './support.recaptcha.ts';
import { insertTicket } from './support.repository.ts';
import { allowedTypes, readForm } from './support.upload.ts';

export function supportRoutes(context: Context): Handlers<keyof typeof supportCalls> {
  const { config, db } = context;
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

    'Support.CreateTicket': async (call) => {
      const { request, principal, now } = call;
      await throttle(
        db,
        { bucket: `ticket:${addressBlock(request.ip)}`, limit: config.LIMIT_TICKETS_PER_ADDRESS, windowMs: HOUR },
        now,
      );
      if (!request.isMultipart()) throw problem('UnsupportedMediaType');
      const { fields, attachments } = await readForm(
        request.parts({ limits: { fileSize: config.MAX_ATTACHMENT_BYTES, files: config.MAX_ATTACHMENTS + 1 } }),
        config,
      );
      const form: BodyOf<'Support.CreateTicket'> = validate(supportOperations['Support.CreateTicket'].body, fields);
      await requireRecaptcha(config, form.RecaptchaToken, request.ip);
      const { RecaptchaToken: _spent, ...formFields } = form;
      const filledFields = Object.fromEntries(
        Object.entries(formFields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      );
      return transaction(db, async (tx) => {
        const userId = principal.kind === 'session' ? principal.person.userId : null;
        const ticket = await insertTicket(tx, { userId, fields: filledFields, attachments, now });
        await queueMail(tx, { email: supportAddress(context) }, 'ticketReceived', { ...ticket, fields: filledFields }, now);
        await appendAuditEvent(tx, call.origin, {
          action: call.name,
          target: ticket.ticketNumber,
          details: { attachments: ticket.attachments.length },
        });
        return { ticketNumber: ticket.ticketNumber };
      });
    },
  };
}
