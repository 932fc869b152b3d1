/**
 * Links to the support form that say why the user comes. The address is untrusted: it chooses one of our phrases, and the reference
 * must look like one.
 */
import { paths } from '@src/paths.ts';

const subjects = ['invitation', 'authenticator', 'login', 'fault'] as const;

interface SupportReason {
  readonly about: (typeof subjects)[number];
  /** Connects the ticket with what support can look up: a refused login or a reported error. */
  readonly reference?: string | undefined;
}

/** Groups of letters and digits, such as `L-20261121-101533` or `7F3A09BC`; too short for a sentence. */
const REFERENCE = /^[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12}){0,3}$/;

/** @param carried further query parameters */
export const supportLink = ({ about, reference }: SupportReason, carried: Readonly<Record<string, string>> = {}): string =>
  paths.contactSupport.to({}, { about, reference, ...carried });

/** The reason in the query of the support form's address. */
export function supportReasonIn(search: string): { readonly [Key in keyof SupportReason]: SupportReason[Key] | undefined } {
  const query = new URLSearchParams(search);
  const reference = REFERENCE.exec(query.get('reference') ?? '')?.[0];
  return { about: subjects.find((subject) => subject === query.get('about')), reference };
}
