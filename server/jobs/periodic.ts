/** Work that is done again and again in this process: never twice at the same time, and a failure is logged. */
import type { Context } from '../context.ts';

export interface Job {
  /** Runs it, after what is running; a run that waits for that is not followed by another. */
  readonly run: () => void;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Is called after every run. */
export type JobObserver = (job: string, succeeded: boolean) => void;

export const serial =
  ({ log }: Pick<Context, 'log'>, onJob: JobObserver) =>
  (name: string, work: () => Promise<void>): Job => {
    let running: Promise<void> = Promise.resolve();
    let isWaiting = false;
    const begin = () => {
      isWaiting = false;
      return work();
    };
    return {
      run() {
        if (isWaiting) return;
        isWaiting = true;
        running = running.then(begin).then(
          () => {
            onJob(name, true);
          },
          (error: unknown) => {
            onJob(name, false);
            log.warn({ err: error, job: name }, 'A job failed and will be tried again');
          },
        );
      },
      stop: () => running,
    };
  };

/** Runs a job every `ms` milliseconds. */
export function repeat(job: Job, ms: number, { atOnce = false }: { atOnce?: boolean } = {}): Job {
  const timer = setInterval(job.run, ms);
  if (atOnce) job.run();
  return {
    run: job.run,
    stop() {
      clearInterval(timer);
      return job.stop();
    },
  };
}
