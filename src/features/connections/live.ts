/** Options of queries whose answers change while the page is open, above all while a directory is being connected. */
const REFRESH_INTERVAL_MS = 15_000;

export const live = {
  refetchOnMountOrArgChange: true,
  refetchOnFocus: true,
  pollingInterval: REFRESH_INTERVAL_MS,
  skipPollingIfUnfocused: true,
} as const;
