/** Works through what is under way, a turn of each at a time, until nothing is left. There is one for each kind of long work. */

export interface Runner {
  /** Runs what was just started, and returns at once. */
  wake(): void;
  /** Resolves when nothing is left to run. @throws what a turn has thrown; what it belongs to waits for the next run */
  run(): Promise<void>;
  /** Resolves when the open transactions have ended. */
  stop(): Promise<void>;
}

interface LongWork {
  /** Ids of what is under way, the oldest first. */
  findRunning(): Promise<readonly string[]>;
  /** Does a part, in transactions of its own. @returns false if it has found nothing to do */
  turn(id: string, isShuttingDown: () => boolean): Promise<boolean>;
  /** Gets what a run has thrown that nothing waits for. */
  interrupted(error: unknown): void;
}

export function longWorkRunner(work: LongWork): Runner {
  let hasStopped = false;
  let isAskedAgain = false;
  let current: Promise<void> | null = null;
  const isShuttingDown = () => hasStopped;

  async function runAll(): Promise<void> {
    const failures = new Map<string, unknown>();
    for (let isBusy = true; isBusy && !isShuttingDown();) {
      isBusy = false;
      for (const id of await work.findRunning())
        if (!failures.has(id) && !isShuttingDown())
          try {
            isBusy = (await work.turn(id, isShuttingDown)) || isBusy;
          } catch (error) {
            // The others go on.
            failures.set(id, error);
          }
    }
    for (const error of failures.values()) throw error;
  }

  async function runWhileAsked(): Promise<void> {
    while (isAskedAgain && !isShuttingDown()) {
      isAskedAgain = false;
      await runAll();
    }
  }

  const run = (): Promise<void> => {
    isAskedAgain = true;
    current ??= runWhileAsked().finally(() => {
      current = null;
    });
    return current;
  };

  return {
    run,
    wake() {
      run().catch((error: unknown) => {
        work.interrupted(error);
      });
    },
    async stop() {
      hasStopped = true;
      await current?.catch(() => undefined);
    },
  };
}
