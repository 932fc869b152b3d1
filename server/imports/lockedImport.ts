/** An import whose row is locked, with the rights of its requester. */
import type { Author } from '../accounts/author.ts';
import type { AuditOrigin } from '../audit/append.ts';

export interface LockedImport {
  readonly importId: string;
  readonly source: string;
  readonly fileName: string;
  readonly state: string;
  readonly choices: unknown;
  readonly author: Author;
  readonly origin: AuditOrigin;
  /** Action of the event that says how it has ended. */
  readonly finishes: 'Operator.Import' | 'Imports.Finish';
}
