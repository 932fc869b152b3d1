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
import { errorReference } from './errorReference.ts';
import type { ErrorReport } from './errorReport.ts';
import type { PageConfig } from '@src/pageConfig/pageConfig.ts';
import { scrubbed, scrubbedRecording } from './scrub.ts';

const REPLAY_SAMPLE_RATE = 0.05;
const REPLAY_ON_ERROR_SAMPLE_RATE = 1;

/** Attributes in which names stand. */
const MASKED = ['title', 'placeholder', 'aria-label', 'alt', 'value', 'label'];

/** A configured pattern; what is no regular expression counts as plain text. */
function pattern(source: string): RegExp | string {
  try {
    return new RegExp(source);
  } catch {
    return source;
  }
}

const releaseOf = ({ productName, version }: PageConfig): string => `${productName}@${version}`;

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport['send']>[0];

/** Everything that leaves comes through here: events, spans, replays and what Sentry may think of next. */
function scrubbedEnvelope([head, items]: Envelope): Envelope {
  const clean = (payload: unknown): unknown => {
    if (typeof payload === 'string') return scrubbedRecording(payload);
    // A compressed recording can't be looked into, so it does not leave; ours are not compressed.
    return payload instanceof Uint8Array ? '' : scrubbed(payload);
  };
  return [scrubbed(head), items.map(([about, payload]) => [about, clean(payload)])] as unknown as Envelope;
}

const discreetTransport: typeof makeFetchTransport = (options) => {
  const plain = makeFetchTransport(options);
  return { send: (envelope) => plain.send(scrubbedEnvelope(envelope)), flush: (timeout) => plain.flush(timeout) };
};

/** Built part by part: `init` would bring integrations that nothing here wants, at 5 KB. */
export function startSentry(config: PageConfig): (report: ErrorReport) => void {
  const { dsn, environment, tracesSampleRate, traceTargets } = config.sentry;
  const client = new BrowserClient({
    dsn,
    environment,
    release: releaseOf(config),
    transport: discreetTransport,
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
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        maskAttributes: MASKED,
        useCompression: false,
      }),
    ],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
  });
  getCurrentScope().setClient(client);
  client.init();
  return ({ error, where }) => {
    withScope((scope) => {
      scope.setTag('where', where);
      scope.setTag('reference', errorReference(error));
      captureException(error);
    });
  };
}
