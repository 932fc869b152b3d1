/** Entra shows its directory (tenant) ID, of which the issuer is made; other vendors show the issuer itself. */
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const OF_ENTRA = /^https:\/\/login\.microsoftonline\.com\/([^/]+)\/v2\.0\/?$/i;

/** The tenant of an issuer of the public cloud; any other issuer as it is. */
export const tenantIn = (issuer: string): string => OF_ENTRA.exec(issuer)?.[1] ?? issuer;

/** @param text a tenant, or a whole issuer, as of a national cloud @returns undefined if it is neither */
export function issuerOfTenant(text: string): string | undefined {
  const tenant = text.trim().replace(/^\{(.*)\}$/, '$1');
  if (GUID.test(tenant)) return `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`;
  return /^https?:\/\//i.test(tenant) ? tenant : undefined;
}
