/** The name the default application had before: still in old bookmarks. */

export const isLegacyName = (application: string, defaultApplication: string): boolean =>
  application === `${defaultApplication} LS`;
