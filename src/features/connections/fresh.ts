/** Options of queries whose answers change elsewhere: in DNS, and at the identity provider. */
export const fresh = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;
