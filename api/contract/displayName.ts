/** How a user is named to others; the columns `display_name` and `shown_name_key` of `users` say the same in SQL. */

/** Stands for a first or last name that a person does not have, as the rules of names require both. */
export const NAME_PLACEHOLDER = '-';

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** First and last name without placeholders; empty without either. */
export const fullName = ({ firstName, lastName }: Names): string =>
  [firstName, lastName]
    .filter((name) => name !== NAME_PLACEHOLDER)
    .join(' ')
    .trim();

/** @param user its user name is the e-mail address until an invitation is accepted */
export const displayName = (user: Names & { readonly userName: string }): string => fullName(user) || user.userName;
