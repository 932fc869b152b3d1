/** Tells what this browser can do with passkeys on this page. */

/** Browsers have them on secure pages only, and not under an IP address, which is no relying party. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** Whether this device itself can keep one, behind a fingerprint, a face or a PIN. */
export const isPasskeyDevice = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false));
