/** The receiver of error reports: Sentry, set up as SPEC.md point 9 says, with everything personal taken out before it leaves. */
import {
  breadcrumbsIntegration,
  BrowserClient,
  browserTracingIntegration,
  captureConsoleIntegration,
  captureException,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
  withScope,
} from '@sentry/react';
import type { ErrorReport } from './errorReport.ts';
import type { PageConfig } from './pageConfig.ts';
import { scrubbed } from './scrub.ts';

const REPLAY_SAMPLE_RATE = 0.05;
const REPLAY_ON_ERROR_SAMPLE_RATE = 1;

/** A configured pattern; what is no regular expression counts as plain text. */
function pattern(source: string): RegExp | string {
  try {
    return new RegExp(source);
  } catch {
    return source;
  }
}

const releaseOf = ({ productName, version }: PageConfig): string => `${productName}@${version}`;

/** Built part by part: `init` would bring integrations that nothing here wants, at 5 KB. */
export function startSentry(config: PageConfig): (report: ErrorReport) => void {
  const { dsn, environment, tracesSampleRate, traceTargets } = config.sentry;
  const client = new BrowserClient({
    dsn,
    environment,
    release: releaseOf(config),
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    tracesSampleRate,
    tracePropagationTargets: traceTargets.map(pattern),
    replaysSessionSampleRate: REPLAY_SAMPLE_RATE,
    replaysOnErrorSampleRate: REPLAY_ON_ERROR_SAMPLE_RATE,
    integrations: [
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      breadcrumbsIntegration({ dom: false }),
      captureConsoleIntegration({ levels: ['error', 'warn'] }),
      browserTracingIntegration(),
      replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true, beforeAddRecordingEvent: scrubbed }),
    ],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    beforeBreadcrumb: scrubbed,
    beforeSend: scrubbed,
    beforeSendSpan: scrubbed,
  });
  getCurrentScope().setClient(client);
  client.init();
  // Spans and replays pass by `beforeSend`.
  client.addEventProcessor(scrubbed);
  return ({ error, where }) => {
    withScope((scope) => {
      scope.setTag('where', where);
      captureException(error);
    });
  };
}
