/** The other tabs of this browser, by a channel that carries no content. */
import type { TabsPort } from '../saga/ports.ts';

/** Without the browser's support, every tab is alone. */
export function openTabs(name = 'session'): TabsPort & { close(): void } {
  if (typeof BroadcastChannel === 'undefined')
    return { tell: () => undefined, hear: () => () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  return {
    tell: () => {
      channel.postMessage(null);
    },
    hear: (listener) => {
      channel.addEventListener('message', listener);
      return () => {
        channel.removeEventListener('message', listener);
      };
    },
    close: () => {
      channel.close();
    },
  };
}
