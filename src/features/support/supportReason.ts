/**
 * The reason in the query of the form's address. The address is untrusted: it chooses one of our phrases, and the reference must
 * look like one. It is separate from `supportLink.ts`, which is part of the first view.
 */
import type { SupportSubject } from '@src/navigation/supportLink.ts';

const subjects = ['invitation', 'authenticator', 'login', 'fault'] as const satisfies readonly SupportSubject[];

/** Groups of letters and digits, such as `L-20261121-101533` or `7F3A09BC`; too short for a sentence. */
const REFERENCE = /^[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12}){0,3}$/;

export function supportReasonIn(search: string) {
  const query = new URLSearchParams(search);
  const reference = REFERENCE.exec(query.get('reference') ?? '')?.[0];
  return { about: subjects.find((subject) => subject === query.get('about')), reference };
}
