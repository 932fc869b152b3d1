/** Node's environment, in which a failed test reports what its pages showed. */
import { TestEnvironment } from 'jest-environment-node';

interface TestEvent {
  readonly name: string;
  readonly error?: unknown;
}

/** Set by `useBrowser`. */
export interface BrowserGlobal {
  /** Address, focus and text of each open page. */
  describeOpenPages?: () => Promise<string>;
}

export default class BrowserEnvironment extends TestEnvironment {
  async handleTestEvent({ name, error }: TestEvent): Promise<void> {
    if (name !== 'test_fn_failure' || typeof error !== 'object' || error === null) return;
    const { describeOpenPages } = this.global as BrowserGlobal;
    const shown = await describeOpenPages?.().catch(String);
    const { message, stack } = error as Error;
    if (shown && typeof stack === 'string') (error as Error).stack = stack.replace(message, () => `${message}\n\n${shown}\n`);
  }
}
