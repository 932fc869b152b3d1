/** Setup of all component tests: Testing Library's matchers, and stubs for browser features that jsdom lacks. */
import './reactAct.ts';
import './computedStyle.ts';
import '@testing-library/jest-dom';
import { configure, type Config, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

interface InternalConfig extends Config {
  /** Set while a `find` or `waitFor` retries. */
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}

configure({
  // The document is printed once, when the time is up, not at each look.
  getElementError: (message, container) => {
    if (!(getConfig() as InternalConfig)._disableExpensiveErrorDiagnostics) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
  // The timeout is generous, because the machine may be busy.
  asyncUtilTimeout: 60_000,
  // No `act` around events: a transition that waits for a lazy screen might never finish in it.
  eventWrapper: (dispatch: () => unknown) => dispatch(),
});

// Runs after Testing Library's own hook: updates are rendered asynchronously, as in a browser, and tests wait for the result.
beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});

if (typeof window.matchMedia !== 'function') {
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      dispatchEvent: () => false,
    }) as unknown as MediaQueryList;
}

class InertObserver implements ResizeObserver, Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'> {
  observe(): void {
    // jsdom has no layout, so nothing is ever resized.
  }
  unobserve(): void {
    // See observe.
  }
  disconnect(): void {
    // See observe.
  }
}
window.ResizeObserver = InertObserver;
window.IntersectionObserver = InertObserver as unknown as typeof IntersectionObserver;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

/** Delivers like a browser's, after the current task; Node's would keep the process alive. */
class PageMessageChannel {
  readonly port1: { onmessage: ((event: { readonly data: unknown }) => void) | null } = { onmessage: null };
  readonly port2 = {
    postMessage: (data: unknown) => {
      setTimeout(() => this.port1.onmessage?.({ data }));
    },
  };
}
window.MessageChannel = PageMessageChannel as unknown as typeof MessageChannel;
