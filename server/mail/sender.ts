/**
 * Sends what the outbox holds. Any number of processes may run it: each mail is sent once, and once more at worst when a
 * process dies between handing a mail over and noting it. A mail server that is down, slow or refusing costs no request
 * anything: mails wait and go out when it is back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { addMs, DAY, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { mailHost, senderAddress } from './addresses.ts';
import { readAttachments } from './attachments.ts';
import { fileDelivery, outboxOf, smtpDelivery, type Delivery, type KeptMail, type OutgoingMail } from './deliver.ts';
import { claimMails, giveUp, markSent, putOff, RENEW_MS, renewLease, type QueuedMail } from './outbox.ts';
import { localeOf } from './queue.ts';
import { renderMail } from './render.ts';
import type { MailTemplate } from './templates.ts';

const POLL_MS = 400;
/** Mails on their way at once, in one process. */
const PARALLEL = 4;
/** How long mails on their way may still take when the server stops. */
const GRACE_MS = 1500;
/** A mail that has been refused for this long is not wanted. */
const GIVE_UP_AFTER_MS = 3 * DAY;
const MAX_BACK_OFF_MS = 10 * MINUTE;
const MAX_OUTAGE_PAUSE_MS = 30_000;

const backOff = (attempt: number, longest: number): number => Math.min(1000 * 2 ** Math.min(attempt, 20), longest);

/** @returns stops sending; mails on their way are finished, or go back to the outbox */
export function startSender(context: Context, onDelivered?: (mail: KeptMail) => void): () => Promise<void> {
  const delivery = openDelivery(context, onDelivered);
  const { db, clock, log } = context;
  const stopped = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** Failures in a row to reach the mail server: no mail's fault, so all of them wait. */
  const outage = { failures: 0, until: new Date(0) };
  let storeLost = false;
  let stopping = false;
  let filling: Promise<void> = Promise.resolve();

  async function fill(): Promise<void> {
    while (!stopping && running.size < PARALLEL && clock.now() >= outage.until) {
      // One mail finds out whether the server is back.
      const free = outage.failures > 0 ? 1 - running.size : PARALLEL - running.size;
      const mails = free > 0 ? await claimMails(db, free, [...running.keys()], clock.now()) : [];
      if (mails.length === 0) return;
      for (const mail of mails) {
        const task = sendOne(mail).finally(() => {
          running.delete(mail.mail_id);
          wake();
        });
        running.set(mail.mail_id, task);
      }
    }
  }

  function wake(): void {
    filling = filling.then(fill).then(
      () => {
        storeLost = false;
      },
      (error: unknown) => {
        if (!storeLost) log.warn(error, 'The outbox could not be read and will be tried again');
        storeLost = true;
      },
    );
  }

  async function sendOne(mail: QueuedMail): Promise<void> {
    const renewal = setInterval(() => {
      renewLease(db, mail.mail_id, clock.now()).catch(() => undefined);
    }, RENEW_MS);
    try {
      await delivery.send(await compose(context, mail), stopped.signal);
      if (outage.failures > 0) log.warn('Mail can be delivered again');
      outage.failures = 0;
      await persist(() => markSent(db, mail.mail_id, clock.now()));
    } catch (error) {
      await persist(() => fail(mail, error as DeliveryError));
    } finally {
      clearInterval(renewal);
    }
  }

  async function fail(mail: QueuedMail, error: DeliveryError): Promise<void> {
    const now = clock.now();
    const reason = error.response ?? error.message;
    if (stopped.signal.aborted) return putOff(db, mail.mail_id, now, 'The server was stopped');
    if (!isOfThisMail(error)) {
      outage.failures += 1;
      outage.until = addMs(now, backOff(outage.failures - 1, MAX_OUTAGE_PAUSE_MS));
      if (outage.failures === 1) log.warn({ code: error.code, reason }, 'Mail cannot be delivered now and will be tried again');
      return putOff(db, mail.mail_id, outage.until, reason);
    }
    const old = now.getTime() - mail.created_at.getTime() > GIVE_UP_AFTER_MS;
    const { mail_id: mailId, template, attempts } = mail;
    // The answer may name the recipient; the log does not.
    log.warn(
      { mailId, template, attempts, code: error.responseCode ?? error.code },
      old ? 'A mail was given up' : 'A mail was refused',
    );
    return old ? giveUp(db, mailId, reason) : putOff(db, mailId, addMs(now, backOff(attempts, MAX_BACK_OFF_MS)), reason);
  }

  /** What has happened to a mail is noted even when the store is away for a while: forgetting it would send the mail twice. */
  async function persist(note: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await note();
        return;
      } catch (error) {
        if (stopped.signal.aborted) {
          log.warn(error, 'What became of a mail could not be noted');
          return;
        }
        await pause(1000);
      }
    }
  }

  const timer = setInterval(wake, POLL_MS);
  wake();
  return async () => {
    stopping = true;
    clearInterval(timer);
    await filling;
    const done = Promise.all(running.values());
    await Promise.race([done, pause(GRACE_MS, undefined, { ref: false })]);
    stopped.abort();
    await done;
    delivery.close();
  };
}

interface DeliveryError extends Error {
  code?: string;
  response?: string;
  responseCode?: number;
}

/** "Service not available, closing": the server's own trouble, whatever command it answers. */
const SERVER_CLOSING = 421;

/** Whether the mail itself was refused or can't be written; otherwise nothing at all can be handed over. */
const isOfThisMail = ({ code, responseCode }: DeliveryError): boolean =>
  responseCode !== SERVER_CLOSING && (code === undefined || code === 'EENVELOPE' || code === 'EMESSAGE');

function openDelivery({ config, log }: Context, onDelivered?: (mail: KeptMail) => void): Delivery {
  if (config.SMTP_URL !== undefined) return smtpDelivery(config.SMTP_URL);
  const outbox = outboxOf(config);
  log.warn({ outbox }, 'SMTP_URL is not set: mail is not sent but kept as files');
  return fileDelivery(outbox, onDelivered);
}

async function compose(context: Context, mail: QueuedMail): Promise<OutgoingMail> {
  const template = mail.template as MailTemplate;
  const { attachments } = mail.data as { attachments?: unknown };
  const rendered = renderMail(context.phrases, {
    template,
    data: mail.data,
    locale: localeOf(mail.locale),
    product: context.config.PRODUCT_NAME,
  });
  return {
    ...rendered,
    id: mail.mail_id,
    createdAt: mail.created_at,
    date: context.clock.now(),
    from: senderAddress(context),
    to: mail.recipient,
    host: mailHost(context),
    attachments: await readAttachments(context.db, attachments),
  };
}
