/** Begins a dry run: a login with an identity provider, on or off, that changes nothing. */
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import type { SsoAttempts } from './attempts.ts';
import type { Protocols } from './protocol.ts';
import { Refused } from './refused.ts';
import { requireConnection } from '../settings/repository.ts';
import { startPath } from '../../session/providerRule.ts';

interface StartedDryRun {
  readonly address: string | null;
  readonly problem: ConnectionProblem | null;
}

/** Reports known problems at once. The browser returns to the organisation's page, at the provider that was tried. */
export async function beginTest(
  { db }: Pick<Context, 'db'>,
  protocols: Protocols,
  attempts: SsoAttempts,
  call: CallOf<'Connections.Test'>,
): Promise<StartedDryRun> {
  const connection = await requireConnection(db, call);
  const { connection_id: connectionId, organisation_id: organisationId } = connection;
  const found = await protocols[connection.kind].check(connection).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refused) return error.problem;
      throw error;
    },
  );
  const state = await transaction(db, async (tx) => {
    await appendAuditEvent(tx, call.origin, { action: call.name, target: connection.name, organisationId });
    if (found !== null || !call.session) return undefined;
    return attempts.begin(tx, {
      connectionId,
      purpose: 'test',
      browser: attempts.ensureBrowser(call.request, call.reply),
      userId: call.person.userId,
      sessionId: call.session.sessionId,
      returnUrl: `/Organisations/Connections/${organisationId}?connection=${connectionId}&part=test`,
      now: call.now,
    });
  });
  return {
    address: state === undefined ? null : `${startPath(connectionId)}?${new URLSearchParams({ state }).toString()}`,
    problem: found,
  };
}
