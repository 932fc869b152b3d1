/** Error reports: buffered until the page is interactive, then sent if the page's configuration names a receiver. */
import type { ErrorReport } from './errorReport.ts';
import type { PageConfig } from '@src/pageConfig/pageConfig.ts';

type Sender = (report: ErrorReport) => void;

/** Maximum of buffered reports. */
const MAX_BUFFERED_REPORTS = 20;

let buffer: ErrorReport[] | null = [];
// eslint-disable-next-line no-console -- without a receiver, errors go to the console
let send: Sender = ({ error, where }) => console.error(where, error);

/** Reports an error to the operator; showing it is left to the caller. */
export function report(error: unknown, where: string, componentStack?: string): void {
  const errorReport: ErrorReport = { error, where, componentStack };
  if (buffer === null) send(errorReport);
  else if (buffer.length < MAX_BUFFERED_REPORTS) buffer.push(errorReport);
}

const onError = (event: ErrorEvent) => {
  report(event.error ?? event.message, 'window');
};
const onRejection = (event: PromiseRejectionEvent) => {
  report(event.reason, 'promise');
};

/** Whether a receiver of error reports is configured. */
export const sendsReports = ({ sentry }: PageConfig): boolean => sentry.enabled && sentry.dsn !== '';

/** Call first, so that early errors are kept. Without a receiver nothing is buffered. */
export function bufferErrors(config: PageConfig): void {
  if (!sendsReports(config)) {
    buffer = null;
    return;
  }
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
}

/** Loads the receiver and sends the buffer; called once the page is interactive. */
export async function sendErrors(config: PageConfig): Promise<void> {
  if (!sendsReports(config)) return;
  const { startSentry } = await import(/* webpackChunkName: "sentry" */ './sentry.ts');
  send = startSentry(config);
  removeEventListener('error', onError);
  removeEventListener('unhandledrejection', onRejection);
  const buffered = buffer ?? [];
  buffer = null;
  for (const earlyReport of buffered) send(earlyReport);
}
