/** Options of queries whose answers change elsewhere: in DNS, at the identity provider, by the directory. */

const POLLING_INTERVAL_MS = 15_000;

export const rereadOnFocus = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;

/** Reads also while the user waits on the page, above all while a directory is being connected. */
export const polled = { ...rereadOnFocus, pollingInterval: POLLING_INTERVAL_MS, skipPollingIfUnfocused: true } as const;
