/** Options of queries whose answers change elsewhere: in DNS, at the identity provider, by the directory. */
const REFRESH_INTERVAL_MS = 15_000;

export const fresh = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

/** Also while the page is open, above all while a directory is being connected. */
export const live = { ...fresh, pollingInterval: REFRESH_INTERVAL_MS, skipPollingIfUnfocused: true } as const;
