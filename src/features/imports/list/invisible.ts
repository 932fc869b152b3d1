/** A cell as it stands in the file, with what cannot be seen in it. */

/** Invisible characters, and blanks that look like a space. */
const unseen = /[\p{Default_Ignorable_Code_Point}\t\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu;

export const withInvisibleShown = (text: string): string =>
  text.replace(unseen, (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`);
