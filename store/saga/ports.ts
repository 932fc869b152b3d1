/** Ports of the sagas to the browser. The page implements them; tests provide their own. */

export interface SettingsPort<Settings> {
  /** Stored settings; missing or invalid values get defaults. */
  readonly read: () => Settings;
  readonly write: (settings: Settings) => void;
  /** Applies them to the document. */
  readonly apply: (settings: Settings) => void;
}

/** The browser's other tabs. A message carries no data: each tab asks the server itself. */
export interface TabsPort {
  readonly notify: () => void;
  /** @returns unsubscribe */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A notice to show after a reload. Kept per tab in session storage; lost if storage is blocked. */
export type ReloadReason = 'otherUser';
export interface ReloadReasonPort {
  readonly set: (reason: ReloadReason) => void;
  /** Removes it, so that it is shown once. */
  readonly consume: () => ReloadReason | null;
}

/** Whether a passkey was offered in this browser; kept in local storage. */
export interface PasskeyOfferPort {
  readonly wasMade: () => boolean;
  /** @returns whether it was stored; otherwise the offer would come again and again */
  readonly setMade: () => boolean;
}

export type FontSize = 'default' | 'compact';
export type Theme = 'light' | 'dark' | 'system';

export interface Settings {
  readonly fontSize: FontSize;
  readonly theme: Theme;
  /** One of the supported locales. */
  readonly locale: string;
}

export interface Ports {
  /**
   * Navigates to the login page, with `returnUrl` to return to. No-op on the login pages.
   * @param refusedBy path of the API that answered that the user is not logged in
   */
  readonly goToLogin: (returnUrl?: string, refusedBy?: string) => void;
  /** Reloads the page, or loads `path`, as the user may have changed. `state` is stored in its history entry. */
  readonly reload: (path?: string, state?: unknown) => void;
  /** Path, query and hash of the page that the user is on, or going to. */
  readonly currentPath: () => string;
  readonly report: (error: unknown, where: string) => void;
  /** Resolves once the page has loaded its content, and is idle. */
  readonly idle: () => Promise<void>;
  readonly settings: SettingsPort<Settings>;
  readonly tabs: TabsPort;
  readonly reloadReason: ReloadReasonPort;
  readonly passkeyOffer: PasskeyOfferPort;
  /** Removes the unsent texts of this tab: its user has logged out. */
  readonly forgetDrafts: () => void;
}
