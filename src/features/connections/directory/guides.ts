/** The steps at each directory product that take the address, with what that product wants at its end, and the key. */
interface Guide {
  readonly address: { readonly step: string; readonly end: string };
  readonly keyStep: string;
}

export const directoryVendors = ['entra', 'okta'] as const;
export type DirectoryVendor = (typeof directoryVendors)[number];

export const directoryGuides: Readonly<Record<DirectoryVendor, Guide>> = {
  // With this at its end, its requests follow the standard.
  entra: { address: { step: '3', end: '?aadOptscim062020' }, keyStep: '3' },
  okta: { address: { step: '3', end: '' }, keyStep: '6' },
};
