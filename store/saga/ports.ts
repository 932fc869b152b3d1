/** What sagas may ask of the world outside the store, in the product's words. The page fulfils it; tests bring their own. */

export interface SettingsPort<Settings> {
  /** What this browser remembers; whatever is missing or nonsense has its default. */
  readonly read: () => Settings;
  readonly write: (settings: Settings) => void;
  /** Makes them visible on the document. */
  readonly apply: (settings: Settings) => void;
}

/** The other tabs of this browser. They are told that something happened, never what: each asks the server itself. */
export interface TabsPort {
  readonly tell: () => void;
  /** Gives a function that stops hearing. */
  readonly hear: (listener: () => void) => () => void;
}

/** What a page is to say once it is loaded anew, because what was there then has gone. Kept for this tab; lost where storage is blocked. */
export type ReloadReason = 'otherUser';
export interface ReloadReasonPort {
  readonly leave: (reason: ReloadReason) => void;
  /** Once: the next reload is another one. */
  readonly take: () => ReloadReason | null;
}

export type FontSize = 'default' | 'compact';
export type Theme = 'light' | 'dark' | 'system';

export interface Settings {
  readonly fontSize: FontSize;
  readonly theme: Theme;
  /** One of the product's locales. */
  readonly locale: string;
}

export interface Ports {
  /** To where one logs in; afterwards on to `returnUrl`. Does nothing where one is logging in already. */
  readonly goToLogin: (returnUrl?: string) => void;
  /** Loads the current page anew, or the one at `path`, as somebody else may be signed in now. `state` goes along with its entry of the history. */
  readonly reload: (path?: string, state?: unknown) => void;
  /** Path, query and hash of the current page. */
  readonly currentPath: () => string;
  readonly report: (error: unknown, where: string) => void;
  readonly settings: SettingsPort<Settings>;
  readonly tabs: TabsPort;
  readonly reloadReason: ReloadReasonPort;
}
