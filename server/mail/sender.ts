/**
 * Sends the mails of the outbox. Any number of processes may run it: each mail is sent once, or twice at worst if a process dies
 * between sending and recording it. An SMTP server that is down, slow or refusing delays no request: mails wait until it is back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { addMs, DAY, HOUR, MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { MAILED_LINK_CONTEXT } from '../encryption/storedSecrets.ts';
import { isStoreLost } from '../db/storeLost.ts';
import { FilesUnavailable } from '../files/store.ts';
import { mailHost, senderAddress, supportAddress } from './addresses.ts';
import { readAttachments } from './attachments.ts';
import { fileDelivery, outboxOf, smtpDelivery, type Delivery, type SavedMail, type OutgoingMail } from './deliver.ts';
import { claimMails, giveUp, markSent, postpone, RENEW_MS, renewLease, type QueuedMail } from './outbox.ts';
import { localeOf } from './queue.ts';
import { renderMail } from './render.ts';
import { isPersonal, isRepliedTo, type MailTemplate } from './templates.ts';

/** Mails being sent at once, per process. */
const PARALLEL_MAILS = 4;
/** How long mails being sent may still take when the server stops. */
const GRACE_MS = 1500;
/** A mail refused for this long is given up. */
const GIVE_UP_AFTER_MS = 3 * DAY;
/** A file that is missing for this long counts as lost: the text that was written with it must reach its reader. */
const FILE_WAIT_MS = HOUR;
const MAX_BACK_OFF_MS = 10 * MINUTE;
const MAX_OUTAGE_PAUSE_MS = 30_000;

const backOffMs = (attempt: number, maxMs: number): number => Math.min(1000 * 2 ** Math.min(attempt, 20), maxMs);

export interface Sender {
  /** Looks for mails that are due. */
  wake(): void;
  /** Mails being sent are completed or go back to the outbox. */
  stop(): Promise<void>;
}

export function startSender(context: Context, onDelivered?: (mail: SavedMail) => void): Sender {
  const delivery = openDelivery(context, onDelivered);
  const { db, clock, log } = context;
  const stopped = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** Consecutive failures to reach the SMTP server; all mails wait. */
  const outage = { failures: 0, until: new Date(0) };
  let isDatabaseLost = false;
  /** Mails may be due for which no room was left. */
  let isBacklogged = false;
  let stopping = false;
  let filling: Promise<void> = Promise.resolve();

  async function claimAndSend(): Promise<void> {
    while (!stopping && clock.now() >= outage.until) {
      // During an outage a single mail probes the server.
      const free = (outage.failures > 0 ? 1 : PARALLEL_MAILS) - running.size;
      isBacklogged = free <= 0;
      if (isBacklogged) return;
      const mails = await claimMails(db, free, [...running.keys()], clock.now());
      for (const mail of mails) {
        const task = sendOne(mail).finally(() => {
          running.delete(mail.mail_id);
          if (isBacklogged) wake();
        });
        running.set(mail.mail_id, task);
      }
      if (mails.length < free) return;
    }
  }

  function wake(): void {
    filling = filling.then(claimAndSend).then(
      () => {
        isDatabaseLost = false;
      },
      (error: unknown) => {
        if (!isDatabaseLost) log.warn(error, 'The outbox could not be read and will be tried again');
        isDatabaseLost = true;
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
      await retryRecord(() => markSent(db, mail.mail_id, clock.now()));
    } catch (error) {
      await retryRecord(() => fail(mail, error as DeliveryError));
    } finally {
      clearInterval(renewal);
    }
  }

  async function fail(mail: QueuedMail, error: DeliveryError): Promise<void> {
    const now = clock.now();
    const reason = error.response ?? error.message;
    if (stopped.signal.aborted) return postpone(db, mail.mail_id, now, 'The server was stopped');
    // This mail's attachments wait for their store; other mails don't wait.
    if (error instanceof FilesUnavailable)
      return postpone(db, mail.mail_id, addMs(now, backOffMs(mail.attempts, MAX_BACK_OFF_MS)), reason);
    if (!isMailFault(error)) {
      outage.failures += 1;
      outage.until = addMs(now, backOffMs(outage.failures - 1, MAX_OUTAGE_PAUSE_MS));
      if (outage.failures === 1) log.warn({ code: error.code, reason }, 'Mail cannot be delivered now and will be tried again');
      return postpone(db, mail.mail_id, outage.until, reason);
    }
    const isFinal = isPermanent(error) || now.getTime() - mail.created_at.getTime() > GIVE_UP_AFTER_MS;
    const { mail_id: mailId, template, attempts } = mail;
    // The SMTP response may contain the recipient's address, which must not be logged.
    log.warn(
      { mailId, template, attempts, code: error.responseCode ?? error.code },
      isFinal ? 'A mail was given up' : 'A mail was refused',
    );
    return isFinal
      ? giveUp(db, mail, reason, now)
      : postpone(db, mailId, addMs(now, backOffMs(attempts, MAX_BACK_OFF_MS)), reason);
  }

  /** Retries while the database is unavailable: an unrecorded mail would be sent twice. */
  async function retryRecord(record: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await record();
        return;
      } catch (error) {
        if (stopped.signal.aborted) {
          log.warn(error, 'What became of a mail could not be noted');
          return;
        }
        if (!isStoreLost(error)) log.warn(error, 'What became of a mail could not be noted and will be tried again');
        await pause(1000);
      }
    }
  }

  wake();
  return {
    wake,
    async stop() {
      stopping = true;
      const done = filling.then(() => Promise.all(running.values()));
      await Promise.race([done, pause(GRACE_MS, undefined, { ref: false })]);
      stopped.abort();
      await done;
      delivery.close();
    },
  };
}

interface DeliveryError extends Error {
  code?: string;
  response?: string;
  responseCode?: number;
}

/** "Service not available, closing": the server's own failure, whatever command it answers. */
const SERVER_CLOSING = 421;

/** Whether a mail is refused for good (RFC 5321, 4.2.1: 5yz): it would be refused again. */
const isPermanent = ({ responseCode = 0 }: DeliveryError): boolean => responseCode >= 500 && responseCode < 600;

/** Whether this mail was refused or can't be composed; otherwise no mail can be sent at all. */
const isMailFault = ({ code, responseCode }: DeliveryError): boolean =>
  responseCode !== SERVER_CLOSING && (code === undefined || code === 'EENVELOPE' || code === 'EMESSAGE');

function openDelivery({ config, log }: Context, onDelivered?: (mail: SavedMail) => void): Delivery {
  if (config.SMTP_URL !== undefined) return smtpDelivery(config.SMTP_URL);
  const outbox = outboxOf(config);
  log.warn({ outbox }, 'SMTP_URL is not set: mail is not sent but kept as files');
  return fileDelivery(outbox, onDelivered);
}

async function compose(context: Context, mail: QueuedMail): Promise<OutgoingMail> {
  const { db, files, keyring } = context;
  const template = mail.template as MailTemplate;
  const { attachments, link } = mail.data as { attachments?: unknown; link?: string };
  const locale = localeOf(mail.locale);
  const isOverdue = context.clock.now().getTime() - mail.created_at.getTime() > FILE_WAIT_MS;
  const lostFile = (fileName: string) => ({
    filename: `${fileName}.txt`,
    contentType: 'text/plain; charset=utf-8',
    content: Buffer.from(context.phrases.say(locale, 'mail:attachmentLost', { fileName })),
  });
  const rendered = renderMail(context.phrases, {
    template,
    data: link === undefined ? mail.data : { ...mail.data, link: await keyring.decrypt(db, MAILED_LINK_CONTEXT, link) },
    locale,
    product: context.config.PRODUCT_NAME,
    head: context.config.MAIL_HEAD,
    foot: context.config.MAIL_FOOT,
  });
  return {
    ...rendered,
    id: mail.mail_id,
    createdAt: mail.created_at,
    date: context.clock.now(),
    from: senderAddress(context),
    to: mail.recipient,
    ...(isRepliedTo(template) && { replyTo: supportAddress(context) }),
    personal: isPersonal(template),
    host: mailHost(context),
    attachments: await readAttachments({ db, files, keyring }, attachments, isOverdue ? lostFile : undefined),
  };
}
