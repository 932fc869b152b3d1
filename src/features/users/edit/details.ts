/** A user's details as form values, and their three-way comparison: read version, own version, newer version. */
import type { BodyOf } from '@api/contract/index.ts';
import { typedLine, typedName } from '@api/contract/rules/typed.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';

export const detailFields = ['firstName', 'lastName', 'title', 'email', 'organisationPublicId'] as const;
export type DetailField = (typeof detailFields)[number];
export type Details = Readonly<Record<DetailField, string>>;

export const detailsOf = ({ firstName, lastName, title, email, organisation }: UserDetail): Details => ({
  firstName,
  lastName,
  title: title ?? '',
  email,
  organisationPublicId: organisation.publicId,
});

const trimmed = (text: string): string => text.trim();

const meanings: Partial<Record<DetailField, (text: string) => string>> = {
  firstName: typedName,
  lastName: typedName,
  email: typedLine,
};

/** Details as they are sent; react-final-form drops emptied fields, so they become ''. */
export const trimDetails = (typed: Partial<Details>): Details =>
  Object.fromEntries(detailFields.map((field) => [field, (meanings[field] ?? trimmed)(typed[field] ?? '')])) as Record<
    DetailField,
    string
  >;

export const differing = (one: Details, other: Details): readonly DetailField[] =>
  detailFields.filter((field) => one[field] !== other[field]);

/** Fields that another user changed to a value other than the one wanted here. */
export const conflictingFields = (read: Details, mine: Details, theirs: Details): readonly DetailField[] =>
  differing(read, theirs).filter((field) => mine[field] !== theirs[field]);

export type Side = 'mine' | 'theirs';

/** The side that alone changed the field; undefined if both did. */
export function presumedSide(field: DetailField, read: Details, mine: Details, theirs: Details): Side | undefined {
  if (mine[field] === read[field]) return 'theirs';
  return theirs[field] === read[field] ? 'mine' : undefined;
}

/** Contains only changed fields. */
export function patchOf(from: Details, to: Details): Omit<BodyOf<'Users.Patch'>, 'version'> {
  const changed = differing(from, to).map((field) => [field, field === 'title' && to.title === '' ? null : to[field]]);
  return Object.fromEntries(changed) as Omit<BodyOf<'Users.Patch'>, 'version'>;
}
