/** A whole store with its outside in the test's hands: where the page was sent, what was reported, what was remembered, other tabs. */
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { createStore, type Store } from '@store/createStore.ts';
import type { Ports, ReloadReason, Settings, TabsPort } from '@store/saga/ports.ts';

export interface StoreHarness {
  readonly store: Store;
  /** Where the page was sent, in order: `login ← /from`, `login`, `reload`, `anew at /path`. */
  readonly navigations: readonly string[];
  /** What was left with the entries of the history. */
  readonly historyStates: readonly unknown[];
  readonly reports: readonly { readonly error: unknown; readonly where: string }[];
  readonly savedSettings: () => Settings;
  /** What the page is to say once it is loaded anew. */
  readonly reloadReason: () => ReloadReason | null;
  readonly appliedSettings: readonly Settings[];
}

/** The tabs of one browser: what one tells, all others hear. */
export function browserTabs(): { tab: () => TabsPort } {
  const tabs = new Set<{ hear: Set<() => void> }>();
  return {
    tab: () => {
      const own = { hear: new Set<() => void>() };
      tabs.add(own);
      return {
        notify: () => {
          for (const other of tabs) if (other !== own) for (const listener of other.hear) listener();
        },
        subscribe: (listener) => {
          own.hear.add(listener);
          return () => own.hear.delete(listener);
        },
      };
    },
  };
}

export interface HarnessOptions {
  readonly transport?: Transport;
  readonly tabs?: TabsPort;
  /** Path, query and hash of the page. */
  readonly path?: string;
  readonly settings?: Settings;
  /** Why the page was loaded anew, if it was. */
  readonly reloadReason?: ReloadReason | null;
}

const open = new Set<Store>();
afterEach(() => {
  for (const store of open) store.close();
  open.clear();
});

/** Closed by itself after the test. */
export function createStoreHarness({
  transport = browserTransport(),
  tabs = browserTabs().tab(),
  path = '/Users/List?sort=userName#top',
  settings = { fontSize: 'default', theme: 'light', locale: 'en-US' },
  reloadReason = null,
}: HarnessOptions = {}): StoreHarness {
  const went: string[] = [];
  const carried: unknown[] = [];
  const reports: { error: unknown; where: string }[] = [];
  const applied: Settings[] = [];
  let remembered = settings;
  let reason = reloadReason;
  const ports: Ports = {
    goToLogin: (returnUrl) => went.push(returnUrl === undefined ? 'login' : `login ← ${returnUrl}`),
    reload: (path, state) => {
      went.push(path === undefined ? 'reload' : `anew at ${path}`);
      if (state !== undefined) carried.push(state);
    },
    currentPath: () => path,
    report: (error, where) => reports.push({ error, where }),
    settings: {
      read: () => remembered,
      write: (chosen) => (remembered = chosen),
      apply: (chosen) => applied.push(chosen),
    },
    tabs,
    reloadReason: {
      set: (left) => (reason = left),
      consume: () => {
        const taken = reason;
        reason = null;
        return taken;
      },
    },
  };
  const store = createStore({ ports, transport });
  open.add(store);
  return {
    store,
    navigations: went,
    historyStates: carried,
    reports,
    appliedSettings: applied,
    savedSettings: () => remembered,
    reloadReason: () => reason,
  };
}

/** One turn of the event loop: whatever needs no time has happened. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
