/** Reads values of foreign JSON, where any field may be missing or of another type. */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textsOf = (value: unknown): string[] => listOf(value).filter((each) => typeof each === 'string');
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** JSON inside of JSON, as Keycloak keeps what it knows of a credential. */
export function parsed(value: unknown): JsonObject {
  if (isObject(value)) return value;
  try {
    return objectOf(JSON.parse(textOf(value)));
  } catch {
    return {};
  }
}
