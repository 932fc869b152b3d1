/** Methods of a login with a passkey, as values of `amr` (RFC 8176). */

/** A key that was proven to be at hand, bound to its device (`hwk`) or perhaps copied by a password manager (`pop`), and unlocked by its user. */
export const passkeyMethods = ({ isDeviceBound }: { readonly isDeviceBound: boolean }): string[] => [
  isDeviceBound ? 'hwk' : 'pop',
  'user',
  'mfa',
];
