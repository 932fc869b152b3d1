/** Makes the account of a user whom the former system knows. */
import { randomUUID } from 'node:crypto';
import type { ImportChoices } from '../../../api/contract/imports.shapes.ts';
import { joinImported } from '../../accounts/imported.ts';
import { program } from '../../accounts/author.ts';
import { appendAuditEvent, type AuditOrigin } from '../../audit/append.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import { mailbox, nameKey } from '../../db/names.ts';
import { findOrganisationOf } from '../../db/provenDomains.ts';
import { findDestinations, folded, NO_CHOICES, type Destinations } from '../choices.ts';
import { accountOf, chooseNames, findKnown, recordFormerIds, refusalsOf } from '../join.ts';
import { judge } from '../judge.ts';
import type { ForeignPerson } from '../person.ts';
import type { ReadyRow } from '../ready.ts';

const SOURCE = 'former';

interface Joining {
  /** Name of the organisation of those whose address is of no proven domain. */
  readonly organisation: string | undefined;
  /** Argon2id of the password. */
  readonly passwordHash: string;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

type Joined = { readonly userId: string } | { readonly refused: string };

/** @returns the user's id, or why there is no account; both are recorded */
export async function joinFormer(tx: Transaction, person: ForeignPerson, joining: Joining): Promise<Joined> {
  const { origin } = joining;
  const destinations = await findDestinations(tx);
  const choices = await choicesFor(tx, person, joining, destinations);
  const judged = judge(person, { ...destinations, source: SOURCE, choices, ...NO_PASSKEYS });
  const { organisationId, email } = judged.person;
  const row = { place: 1, person: judged.person, ...NO_FACTORS, userId: randomUUID(), passwordHash: joining.passwordHash };
  const joined = judged.refusal === null ? await makeAccount(tx, row, joining) : { refused: judged.refusal };
  await appendAuditEvent(
    tx,
    { ...origin, actor: null, onBehalfOf: null },
    {
      action: 'Imports.CreateUser',
      target: 'userName' in joined ? joined.userName : email,
      organisationId: organisationId || null,
      ...('refused' in joined
        ? { outcome: 'refused', details: { reason: joined.refused } }
        : { targetUserId: row.userId, details: { email } }),
    },
  );
  return 'refused' in joined ? joined : { userId: row.userId };
}

/** An answer has none. */
const NO_PASSKEYS = { rpId: '', mostPasskeys: 0 } as const;

const NO_FACTORS = { refusal: null, authenticator: null, recoveryCodes: [], passkeys: [] } as const;

async function choicesFor(
  queries: Queries,
  { email, emailVerified }: ForeignPerson,
  { organisation = '' }: Joining,
  { organisations }: Destinations,
): Promise<ImportChoices> {
  // Whoever could enter any address at the former system would join any organisation by it.
  const proven = emailVerified ? await findOrganisationOf(queries, nameKey(mailbox(email))) : undefined;
  return { ...NO_CHOICES, organisationId: proven ?? organisations.get(folded(organisation))?.id ?? null };
}

async function makeAccount(
  tx: Transaction,
  row: ReadyRow,
  { now }: Joining,
): Promise<{ readonly userName: string } | { readonly refused: string }> {
  const { house, sso_required: isElsewhere } = await tx
    .selectFrom('organisations')
    .select(['house', 'sso_required'])
    .where('organisation_id', '=', row.person.organisationId)
    .executeTakeFirstOrThrow();
  if (isElsewhere) return { refused: 'ProviderRequired' };
  // The user has come before, and has another name or address here by now: the password of that account holds.
  if ((await findKnown(tx, [row])).size > 0) return { refused: 'unchanged' };
  const named = await chooseNames(tx, [row]);
  const author = program('former system', [], now);
  const { made } = await joinImported(
    tx,
    author,
    named.map((each) => accountOf(each, house)),
  );
  if (!made.has(row.userId)) return { refused: (await refusalsOf(tx, named)).get(row.userId) ?? 'nameTaken' };
  await recordFormerIds(tx, null, named, now);
  return { userName: named[0]?.person.userName ?? '' };
}
