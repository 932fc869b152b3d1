/** Operations of the support form. */
import { z } from 'zod';
import { callsOf, MAX_REQUEST_MS, operations } from './endpoint.ts';
import { email } from './rules/email.ts';
import { maxLength } from './rules/length.ts';
import { portfolioName } from './rules/portfolioName.ts';
import { required } from './rules/required.ts';
import { count, linkToken, text, time } from './shape.ts';
import { ticketStates, urgencies } from './tickets.list.ts';

/** Forms send empty fields as empty strings. A case ID follows the rule of a name too: one line. */
const caseIdOrPortfolioName = text({ ...portfolioName, holds: (value) => value === '' || portfolioName.holds(value) });

const technical = z.string().max(500).optional();

export const supportOperations = operations({
  'Support.FormConfiguration': {
    method: 'GET',
    path: '/Support/FormConfiguration',
    who: 'anyone',
    summary: 'What the support form needs to know',
    reply: z.object({
      recaptchaSiteKey: z.string().nullable(),
      maxAttachments: count,
      maxAttachmentSize: count,
      maxTotalSize: count,
      allowedTypes: z.array(z.string()),
      urgencies: z.array(z.string()),
      signedInAs: z.object({ userName: z.string(), email: z.string() }).nullable(),
    }),
  },
  'Support.CreateTicket': {
    method: 'POST',
    path: '/Support/CreateTicket',
    who: 'anyone',
    withoutStepUp: 'noCredential',
    idempotencyKey: true,
    sends: 'multipart',
    effects: [],
    timeoutMs: MAX_REQUEST_MS,
    slowBody: true,
    summary: 'Send a support ticket with any number of `attachments`; all or nothing',
    body: z.strictObject({
      Username: z.string().max(255).optional(),
      Email: text(required, email),
      OperatingSystem: technical,
      Browser: technical,
      HasCookies: technical,
      Language: technical,
      ViewportW: technical,
      ViewportH: technical,
      ScreenW: technical,
      ScreenH: technical,
      UserAgent: z.string().max(2000).optional(),
      IssueDescription: text(required, maxLength(20_000)),
      CaseIdOrPortfolioName: caseIdOrPortfolioName.optional(),
      Urgency: z.enum(urgencies),
      RecaptchaToken: z.string().max(10_000).optional(),
    }),
    reply: z.object({ ticketNumber: z.string() }),
    status: 201,
    problems: ['RecaptchaFailed', 'TooManyAttachments', 'PayloadTooLarge', 'FileTypeRefused', 'FileInfected'],
  },
  'Support.TicketState': {
    method: 'POST',
    path: '/Support/TicketState',
    who: 'anyone',
    withoutStepUp: 'reads',
    effects: [],
    summary: 'How far a ticket is, for whoever has the link that was mailed when it was sent',
    description: 'A link that is unknown, and one of a ticket that is gone, have the same answer.',
    body: z.strictObject({ token: linkToken }),
    reply: z.object({
      ticketNumber: z.string(),
      state: z.enum(ticketStates),
      createdAt: time,
      /** When it was last answered. */
      answeredAt: time.nullable(),
      closedAt: time.nullable(),
    }),
    problems: ['LinkGone'],
  },
});

export const supportCalls = callsOf(supportOperations);
