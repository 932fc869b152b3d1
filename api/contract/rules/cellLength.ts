/** How long a cell of a directory sync may be, in UTF-16 units. The rules of its field are stricter, and say more. */

export const cellLengths = {
  externalId: 255,
  userName: 320,
  email: 320,
  firstName: 255,
  lastName: 255,
  title: 255,
  /** The limit for each role of the list. */
  roles: 100,
} as const;
