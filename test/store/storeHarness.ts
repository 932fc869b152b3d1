/** A real store with fake ports: records navigations, error reports and saved settings, and connects "tabs" of one browser. */
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { createStore, type Store } from '@store/createStore.ts';
import type { Ports, ReloadReason, Settings, TabsPort } from '@store/saga/ports.ts';

export interface StoreHarness {
  readonly store: Store;
  /** Full page navigations in order: `login ← /from`, `login`, `reload`, `anew at /path`. */
  readonly navigations: readonly string[];
  /** History states passed along with them. */
  readonly historyStates: readonly unknown[];
  readonly reports: readonly { readonly error: unknown; readonly where: string }[];
  readonly savedSettings: () => Settings;
  /** Reason stored for the next page load, which shows it as a notice. */
  readonly reloadReason: () => ReloadReason | null;
  readonly appliedSettings: readonly Settings[];
  /** How often the unsent texts of the tab were removed. */
  readonly draftsForgotten: () => number;
}

/** Tabs of one browser: each notification reaches all other tabs. */
export function browserTabs(): { tab: () => TabsPort } {
  const tabs = new Set<{ listeners: Set<() => void> }>();
  return {
    tab: () => {
      const own = { listeners: new Set<() => void>() };
      tabs.add(own);
      return {
        notify: () => {
          for (const other of tabs) if (other !== own) for (const listener of other.listeners) listener();
        },
        subscribe: (listener) => {
          own.listeners.add(listener);
          return () => own.listeners.delete(listener);
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
  /** Reason left by the previous page load. */
  readonly reloadReason?: ReloadReason | null;
}

const open = new Set<Store>();
afterEach(() => {
  for (const store of open) store.close();
  open.clear();
});

/** The store is closed after each test. */
export function createStoreHarness({
  transport = browserTransport(),
  tabs = browserTabs().tab(),
  path = '/Users/List?sort=userName#top',
  settings = { fontSize: 'default', theme: 'light', locale: 'en-US' },
  reloadReason = null,
}: HarnessOptions = {}): StoreHarness {
  const navigations: string[] = [];
  const historyStates: unknown[] = [];
  const reports: { error: unknown; where: string }[] = [];
  const appliedSettings: Settings[] = [];
  let savedSettings = settings;
  let reason = reloadReason;
  let offered = false;
  let draftsForgotten = 0;
  const ports: Ports = {
    goToLogin: (returnUrl) => navigations.push(returnUrl === undefined ? 'login' : `login ← ${returnUrl}`),
    reload: (path, state) => {
      navigations.push(path === undefined ? 'reload' : `anew at ${path}`);
      if (state !== undefined) historyStates.push(state);
    },
    currentPath: () => path,
    report: (error, where) => reports.push({ error, where }),
    idle: () => Promise.resolve(),
    settings: {
      read: () => savedSettings,
      write: (chosen) => (savedSettings = chosen),
      apply: (chosen) => appliedSettings.push(chosen),
    },
    tabs,
    forgetDrafts: () => (draftsForgotten += 1),
    passkeyOffer: { wasMade: () => offered, setMade: () => (offered = true) },
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
    navigations,
    historyStates,
    reports,
    appliedSettings,
    savedSettings: () => savedSettings,
    reloadReason: () => reason,
    draftsForgotten: () => draftsForgotten,
  };
}

/** Waits one event-loop turn, until pending microtasks and sagas have run. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
