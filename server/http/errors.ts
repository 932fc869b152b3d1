/** Maps everything thrown to a status and the JSON error body, or to a page for a browser that navigates. No stack trace, SQL or path leaves the server. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { durationText } from '../../api/contract/duration.ts';
import type { ProblemBody, ProblemCode } from '../../api/contract/problem.ts';
import { shortened } from '../../api/contract/rules/shortened.ts';
import type { Locale } from '../../api/contract/locale.ts';
import { SECOND } from '../clock.ts';
import { isStoreLost } from '../db/storeLost.ts';
import type { Context } from '../context.ts';
import { chooseLocale, type Phrases } from '../i18n/phrases.ts';
import { apiHeaders } from './headers.ts';
import { localeOf } from './ownPages.ts';
import { Problem, problem, type FieldFault } from './problem.ts';
import { isNavigation, refusalPage } from './refusalPage.ts';
import { enforcedProblem } from './uniqueViolation.ts';

/** Text that PostgreSQL can't store: NUL, broken Unicode. */
const UNSTORABLE = /^(22021|22P05|22P02)$/;

const RETRY_AFTER_SECONDS = 2;

/** Of a field's name in a message: callers choose the names of unknown ones. */
const MAX_NAME_LENGTH = 100;

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
  FST_ERR_MAX_PARAM_LENGTH: 'AddressTooLong',
  FST_REQ_FILE_TOO_LARGE: 'PayloadTooLarge',
  FST_FILES_LIMIT: 'TooManyAttachments',
};

/** Answers a program with the JSON error body, and a browser that navigates with a page. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Problem,
  pages: Pick<Context, 'phrases' | 'config'>,
): FastifyReply {
  const { retryAfterSeconds, headers } = found.options;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if (headers) void reply.headers(headers);
  if (!isNavigation(request.headers)) {
    const locale = chooseLocale(request.headers['accept-language']);
    return reply
      .code(found.status)
      .headers({ ...apiHeaders, 'content-language': locale })
      .type('application/json; charset=utf-8')
      .send(problemBody(found, pages.phrases, locale));
  }
  const locale = localeOf(request);
  const { code, status } = found;
  const { message } = problemBody(found, pages.phrases, locale);
  const { html, policy } = refusalPage(
    pages,
    locale,
    { code, status, message },
    request.method === 'GET' ? request.url : undefined,
  );
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'content-language': locale })
    .type('text/html; charset=utf-8')
    .send(html);
}

export function problemBody(found: Problem, phrases: Phrases, locale: Locale): ProblemBody {
  const { fields, retryAfterSeconds } = found.options;
  const left = retryAfterSeconds === undefined ? {} : { left: durationText(locale, retryAfterSeconds * SECOND) };
  const message = phrases.say(locale, `problem:${found.code}`, { ...left, ...found.options.values });
  if (!fields) return { message, code: found.code };
  const texts = Object.entries(fields).map(([field, fault]) => [field, faultText(field, fault, phrases, locale)] as const);
  const [only] = texts.length === 1 ? texts : [];
  return { message: only && found.code === 'Invalid' ? only[1] : message, code: found.code, fields: Object.fromEntries(texts) };
}

function faultText(field: string, fault: FieldFault, phrases: Phrases, locale: Locale): string {
  if ('expected' in fault)
    return phrases.say(locale, 'problem:BadRequest', {
      ...fault.values,
      context: fault.expected,
      field: shortened(field, MAX_NAME_LENGTH),
    });
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
