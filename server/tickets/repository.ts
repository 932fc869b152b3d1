/** Changes of tickets. */
import { randomUUID } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { Transaction } from '../db/database.ts';
import type { TicketEntriesTable, TicketsTable } from '../db/schema/support.ts';
import { findDetail, visibleTo, type DetailRow } from './rows.ts';

/** Locks a ticket that the actor sees, then reads it: rows joined before the lock was granted may be stale. */
export async function lockTicket(tx: Transaction, actor: Person, ticketNumber: string): Promise<DetailRow | undefined> {
  await tx
    .selectFrom('tickets as t')
    .select('t.ticket_id')
    .where('t.ticket_number', '=', ticketNumber.toUpperCase())
    .where(visibleTo(actor))
    .forUpdate()
    .execute();
  return findDetail(tx, actor, ticketNumber);
}

/** Changes a ticket, and makes edits that are based on the former version fail. */
export async function changeTicket(tx: Transaction, ticketId: string, changes: Updateable<TicketsTable>): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ ...changes, version: sql`version + 1` })
    .where('ticket_id', '=', ticketId)
    .execute();
}

type NewEntry = Pick<TicketEntriesTable, 'ticket_id' | 'at' | 'kind'> &
  Partial<Pick<TicketEntriesTable, 'author_id' | 'assigned_to' | 'text'>>;

export async function insertEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  await tx
    .insertInto('ticket_entries')
    .values({ author_id: null, assigned_to: null, text: null, ...entry, entry_id: randomUUID() })
    .execute();
}
