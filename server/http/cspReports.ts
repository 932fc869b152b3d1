/** Takes browsers' reports of violations of the page's policy (CSP) and logs them, without query strings: links in mails are credentials. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';

export const CSP_REPORTS_PATH = '/csp-reports';
const BODY_LIMIT_BYTES = 16 * 1024;
/** A broken page must not fill the log. */
const MAX_LOGGED_PER_MINUTE = 30;
const MAX_TEXT_LENGTH = 300;

const text = z.string().max(10_000).optional();
/** A report as `report-to` sends it. */
const Report = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sourceFile: text, sample: text }),
});
/** A report as `report-uri` sends it. */
const LegacyReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
});

type Violation = Readonly<Record<'directive' | 'blocked' | 'page' | 'source', string | undefined>>;

export function cspReports(app: FastifyInstance, { log, clock }: Context): void {
  let windowEndsAt = 0;
  let logged = 0;
  const isRoom = () => {
    const now = clock.now().getTime();
    if (now >= windowEndsAt) [windowEndsAt, logged] = [now + MINUTE, 0];
    logged += 1;
    return logged <= MAX_LOGGED_PER_MINUTE;
  };
  void app.register((scope, _options, done) => {
    for (const type of ['application/reports+json', 'application/csp-report'])
      scope.addContentTypeParser(
        type,
        { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
        scope.getDefaultJsonParser('error', 'error'),
      );
    scope.post(CSP_REPORTS_PATH, (request, reply) => {
      for (const violation of violationsIn(request.body))
        if (isRoom()) log.warn(violation, 'A browser reported a violation of the content security policy');
      return reply.code(204).send();
    });
    done();
  });
}

function violationsIn(body: unknown): Violation[] {
  const reports = (Array.isArray(body) ? body : [body]).flatMap((report) => Report.safeParse(report).data ?? []);
  const { data: legacy } = LegacyReport.safeParse(body);
  const former = legacy?.['csp-report'];
  return [
    ...reports.map(({ body: report }) => ({
      directive: plain(report.effectiveDirective),
      blocked: address(report.blockedURL),
      page: address(report.documentURL),
      source: address(report.sourceFile),
    })),
    ...(former
      ? [
          {
            directive: plain(former['effective-directive'] ?? former['violated-directive']),
            blocked: address(former['blocked-uri']),
            page: address(former['document-uri']),
            source: address(former['source-file']),
          },
        ]
      : []),
  ];
}

const plain = (value: string | undefined) => value?.slice(0, MAX_TEXT_LENGTH);
/** The address without query and fragment; a data URL without its data. */
const address = (value: string | undefined) => plain(value?.replace(/[?#].*$/s, '').replace(/^(data:[^,]*),.*$/s, '$1'));
