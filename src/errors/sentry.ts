/** Sentry as the receiver of error reports, set up as in SPEC.md point 9; personal data is removed before sending. */
import {
  breadcrumbsIntegration,
  BrowserClient,
  browserTracingIntegration,
  captureConsoleIntegration,
  captureException,
  captureReactException,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  replayIntegration,
  withScope,
} from '@sentry/react';
import { matchPath } from 'react-router';
import { paths } from '@src/paths.ts';
import { errorReference } from './errorReference.ts';
import type { ErrorReport } from './errorReport.ts';
import type { PageConfig } from '@src/pageConfig/pageConfig.ts';
import { scrubbed, scrubbedRecording } from './scrub.ts';

const REPLAY_SAMPLE_RATE = 0.05;
const REPLAY_ON_ERROR_SAMPLE_RATE = 1;

/** Attributes that may hold names. */
const MASKED_ATTRIBUTES = ['title', 'placeholder', 'aria-label', 'alt', 'value', 'label'];

/** A configured pattern; an invalid regular expression counts as plain text. */
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

/** All outgoing data passes here: events, spans, replays and future types. */
function scrubbedEnvelope([head, items]: Envelope): Envelope {
  const scrub = (payload: unknown): unknown => {
    if (typeof payload === 'string') return scrubbedRecording(payload);
    // A compressed recording cannot be scrubbed and is dropped; ours are not compressed.
    return payload instanceof Uint8Array ? '' : scrubbed(payload);
  };
  return [scrubbed(head), items.map(([about, payload]) => [about, scrub(payload)])] as unknown as Envelope;
}

const scrubbingTransport: typeof makeFetchTransport = (options) => {
  const plain = makeFetchTransport(options);
  return { send: (envelope) => plain.send(scrubbedEnvelope(envelope)), flush: (timeout) => plain.flush(timeout) };
};

type SpanOptions = Parameters<NonNullable<NonNullable<Parameters<typeof browserTracingIntegration>[0]>['beforeStartSpan']>>[0];

/**
 * Names page loads and navigations by the pattern of their route. Sentry's integrations for react-router wrap the router's
 * creation, which happens before Sentry is loaded.
 */
function namedByRoute(span: SpanOptions): SpanOptions {
  const route = Object.values(paths).find(({ pattern }) => matchPath(pattern, span.name));
  if (!route) return span;
  return { ...span, name: route.pattern, attributes: { ...span.attributes, 'sentry.source': 'route' } };
}

/** Set up manually: `init` would add 5 KB of unused integrations. */
export function startSentry(config: PageConfig): (report: ErrorReport) => void {
  const { dsn, environment, tracesSampleRate, traceTargets } = config.sentry;
  const client = new BrowserClient({
    dsn,
    environment,
    release: releaseOf(config),
    transport: scrubbingTransport,
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
      browserTracingIntegration({ beforeStartSpan: namedByRoute }),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        maskAttributes: MASKED_ATTRIBUTES,
        useCompression: false,
      }),
    ],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
  });
  getCurrentScope().setClient(client);
  client.init();
  return ({ error, where, componentStack }) => {
    withScope((scope) => {
      scope.setTag('where', where);
      scope.setTag('reference', errorReference(error));
      if (componentStack === undefined) captureException(error);
      else captureReactException(error, { componentStack });
    });
  };
}
