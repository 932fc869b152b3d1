/** Error reports: kept until the page is interactive, then sent where the page's configuration says so, and only then. */
import type { ErrorReport } from './errorReport.ts';
import type { PageConfig } from '@src/pageConfig/pageConfig.ts';

type Sender = (report: ErrorReport) => void;

/** Reports from before the sender is there. More than this many at once say nothing new. */
const BUFFER = 20;

let waiting: ErrorReport[] | null = [];
/** Without a receiver the console is told, where a developer and the browser's tests look. */
// eslint-disable-next-line no-console -- the last resort for errors that nobody else hears of
let send: Sender = ({ error, where }) => console.error(where, error);

/** Tells the operator of a failure; what the person sees of it is the caller's business. */
export function report(error: unknown, where: string): void {
  if (waiting === null) send({ error, where });
  else if (waiting.length < BUFFER) waiting.push({ error, where });
}

const onError = (event: ErrorEvent) => {
  report(event.error ?? event.message, 'window');
};
const onRejection = (event: PromiseRejectionEvent) => {
  report(event.reason, 'promise');
};

/** Whether this installation has a receiver of error reports. */
export const sendsReports = ({ sentry }: PageConfig): boolean => sentry.enabled && sentry.dsn !== '';

/** From the first line on: nothing that breaks early is lost. Without a configured receiver nothing is kept either. */
export function bufferErrors(config: PageConfig): void {
  if (!sendsReports(config)) {
    waiting = null;
    return;
  }
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
}

/** Once the page is interactive: brings the receiver and hands over what was kept. */
export async function sendErrors(config: PageConfig): Promise<void> {
  if (!sendsReports(config)) return;
  const { startSentry } = await import(/* webpackChunkName: "sentry" */ './sentry.ts');
  send = startSentry(config);
  removeEventListener('error', onError);
  removeEventListener('unhandledrejection', onRejection);
  const kept = waiting ?? [];
  waiting = null;
  for (const early of kept) send(early);
}
