/** Former name of the default application, still in old bookmarks. */

export const isLegacyName = (application: string, defaultApplication: string): boolean =>
  application === `${defaultApplication} LS`;
