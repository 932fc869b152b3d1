/** The receiver of error reports: Sentry, set up as SPEC.md point 9 says, with everything personal taken out before it leaves. */
import {
  browserTracingIntegration,
  captureConsoleIntegration,
  captureException,
  init,
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

export const releaseOf = ({ productName, version }: PageConfig): string => `${productName}@${version}`;

export function startSentry(config: PageConfig): (report: ErrorReport) => void {
  const { dsn, environment, tracesSampleRate, traceTargets } = config.sentry;
  init({
    dsn,
    environment,
    release: releaseOf(config),
    tracesSampleRate,
    tracePropagationTargets: traceTargets.map(pattern),
    replaysSessionSampleRate: REPLAY_SAMPLE_RATE,
    replaysOnErrorSampleRate: REPLAY_ON_ERROR_SAMPLE_RATE,
    integrations: [
      captureConsoleIntegration({ levels: ['error', 'warn'] }),
      browserTracingIntegration(),
      replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true, beforeAddRecordingEvent: scrubbed }),
    ],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    beforeBreadcrumb: (crumb) => (crumb.category === 'console' || crumb.category?.startsWith('ui.') ? null : scrubbed(crumb)),
    beforeSend: scrubbed,
    beforeSendSpan: scrubbed,
  });
  return ({ error, where }) => {
    withScope((scope) => {
      scope.setTag('where', where);
      captureException(error);
    });
  };
}
