/** Maps everything thrown to a status and the JSON error body. No stack trace, SQL or path leaves the server. */
import type { FastifyError, FastifyReply } from 'fastify';
import type { ProblemBody, ProblemCode } from '../../api/contract/problem.ts';
import type { Locale } from '../../api/contract/locale.ts';
import { isStoreLost } from '../db/storeLost.ts';
import type { Phrases } from '../i18n/phrases.ts';
import { Problem, problem, type FieldFault } from './problem.ts';
import { enforcedProblem } from './uniqueViolation.ts';

/** Text that PostgreSQL can't store: NUL, broken Unicode. */
const UNSTORABLE = /^(22021|22P05|22P02)$/;

const RETRY_AFTER_SECONDS = 2;

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const enforced = enforcedProblem(error);
  if (enforced) return enforced;
  const { code = '', statusCode } = error as Partial<FastifyError>;
  const known = FASTIFY[code];
  if (known) return problem(known, { cause: error });
  if (isStoreLost(error)) return problem('StoreUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  if (UNSTORABLE.test(code)) return problem('Invalid', { cause: error });
  if (statusCode === 429) return problem('TooManyRequests', { retryAfterSeconds: 60, cause: error });
  if (statusCode === 413) return problem('PayloadTooLarge', { cause: error });
  if (statusCode === 415) return problem('UnsupportedMediaType', { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return problem('BadRequest', { cause: error });
  if (statusCode === 503) return problem('Busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  return problem('ServerError', { cause: error });
}

const FASTIFY: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_EMPTY_TYPE: 'UnsupportedMediaType',
  FST_REQ_FILE_TOO_LARGE: 'PayloadTooLarge',
  FST_FILES_LIMIT: 'TooManyAttachments',
};

export function sendProblem(reply: FastifyReply, found: Problem, phrases: Phrases, locale: Locale): FastifyReply {
  const { retryAfterSeconds, headers } = found.options;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (headers) void reply.headers(headers);
  return reply
    .code(found.status)
    .header('content-language', locale)
    .type('application/json; charset=utf-8')
    .send(problemBody(found, phrases, locale));
}

export function problemBody(found: Problem, phrases: Phrases, locale: Locale): ProblemBody {
  const { fields, values } = found.options;
  const message = phrases.say(locale, `problem:${found.code}`, values);
  if (!fields) return { message, code: found.code };
  const texts = Object.entries(fields).map(([field, fault]) => [field, faultText(field, fault, phrases, locale)] as const);
  const [only] = texts.length === 1 ? texts : [];
  return { message: only && found.code === 'Invalid' ? only[1] : message, code: found.code, fields: Object.fromEntries(texts) };
}

function faultText(field: string, fault: FieldFault, phrases: Phrases, locale: Locale): string {
  // What is taken may be worded for each of the fields.
  if ('problem' in fault) return phrases.say(locale, `problem:${fault.problem}`, { context: field });
  if ('metadata' in fault) {
    const text = [`federation:problemSaml.${fault.metadata}`, `federation:problem.${fault.metadata}`].find((key) =>
      phrases.knows(locale, `${key}.what`),
    );
    return ['what', 'fix'].map((part) => phrases.say(locale, `${text ?? ''}.${part}`)).join('. ');
  }
  const name = `fields:${field.split('.').at(-1) ?? field}`;
  const label = phrases.knows(locale, name) ? phrases.say(locale, name) : phrases.say(locale, 'rules:field');
  return phrases.say(locale, `rules:${fault.rule}`, { field: label, ...fault.values });
}
