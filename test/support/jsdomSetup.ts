/** What every component test has: the matchers of Testing Library, and the browser's own parts that jsdom lacks. */
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

configure({
  // A limit for what never comes, not a measure: two cores may be busy.
  asyncUtilTimeout: 10_000,
  // Events reach the page as a browser's do. Wrapped in React's `act`, a transition that waits for its screen may wait for ever.
  eventWrapper: (dispatch: () => unknown) => dispatch(),
});

// After Testing Library's own: replies and the grid draw in their own time, as in a browser, and tests wait for what is to be seen.
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

class QuietObserver implements ResizeObserver, Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'> {
  observe(): void {
    // Nothing has a size here, so nothing ever changes it.
  }
  unobserve(): void {
    // See observe.
  }
  disconnect(): void {
    // See observe.
  }
}
window.ResizeObserver = QuietObserver;
window.IntersectionObserver = QuietObserver as unknown as typeof IntersectionObserver;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// What opens over the page is drawn like the rest; that nothing behind can be reached is tried in the browser.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
HTMLElement.prototype.showPopover = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;
