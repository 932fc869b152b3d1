/** Counts the rows of personal data in the reply of a call. Streamed rows are counted where they are requested. */
import type { Person } from '../../api/contract/person.ts';
import type { OperationName, ReplyOf } from '../../api/contract/index.ts';

type RowsOf = { readonly [Name in OperationName]?: (reply: ReplyOf<Name>, person: Person) => number };

const lengthOf = (rows: readonly unknown[]): number => rows.length;

const rowsOf: RowsOf = {
  'Users.Page': (reply) => reply.rows?.length ?? 0,
  'Users.Search': lengthOf,
  'Users.User': ({ userId }, person) => (userId === person.userId ? 0 : 1),
  'Imports.Rows': ({ rows }) => rows.length,
  'Operations.Targets': ({ targets }) => targets.length,
  'Provisioning.MapPreview': ({ people }) => people.length,
  'Connections.Requirement': ({ people }) => people.length,
  'Provisioning.AdoptPreview': ({ people }) => people.length,
  'Users.AuditReport': ({ events }) => events.length,
  'Tickets.List': ({ rows }) => rows.length,
  'Tickets.Ticket': () => 1,
  'Mfa.Overridden': ({ overridden }) => overridden.length,
};

export const personalRowsOf = (name: OperationName, reply: unknown, person: Person): number =>
  (rowsOf[name] as ((reply: unknown, person: Person) => number) | undefined)?.(reply, person) ?? 0;
