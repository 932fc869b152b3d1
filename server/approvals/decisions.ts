/** Decides requests. An approved act is carried out in the transaction of its approval, so it is done once or not at all. */
import { isAdmin, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { ApprovableAction } from '../../api/contract/approvals.shapes.ts';
import { appendAuditEvent, systemOrigin } from '../audit/append.ts';
import { addMs, HOUR } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { ApprovableActs, LockedTarget } from './acts.ts';
import { notifyRequester } from './notify.ts';
import { RUN_MS } from '../bulk/start.ts';
import { independentOf } from './sponsors.ts';
import { close, findRequest, lockPeople, withdraw, type RequestRow } from './repository.ts';

/** How long a requester can use an approval. */
const USE_MS = HOUR;

type Deciding = CallOf<'Approvals.Approve' | 'Approvals.Refuse' | 'Approvals.Withdraw'>;

export function approvalsService({ db }: Pick<Context, 'db'>, acts: ApprovableActs) {
  return {
    async approve(call: Deciding): Promise<RequestRow> {
      requireOwnSession(call);
      return transaction(db, async (tx) => {
        const asked = await findOpen(tx, call);
        // Locked in the order in which a request is made: the users, the target, the request.
        const people = await lockPeople(tx, [asked.requested_by, call.person.userId, asked.target_id]);
        // Another approval may have come first, and have carried out the request.
        const request = await findOpen(tx, call);
        const act = acts[request.action as ApprovableAction];
        const [approver, requester] = [people.get(call.person.userId), people.get(request.requested_by)];
        if (!approver) throw problem('Forbidden');
        if (!requester || !isAdmin(requester)) throw problem('TargetChanged');
        const target = await act.lock(tx, request.target_id, request.detail, call.now, request.operation_id);
        if (target?.state !== request.target_state) throw problem('TargetChanged');
        requireBoth(target, approver, requester);
        const independent = await independentOf(tx, requester.userId, [approver.userId], call.now);
        if (!independent.has(approver.userId)) throw problem('NotIndependent');
        const carryOut = 'carryOut' in act ? act.carryOut : undefined;
        const state = carryOut ? 'done' : 'isForRunner' in act ? 'running' : 'approved';
        const decision = { state, by: approver.userId, now: call.now } as const;
        const ending = carryOut ? {} : { expiresAt: addMs(call.now, state === 'running' ? RUN_MS : USE_MS) };
        if (!(await close(tx, request.operation_id, { ...decision, ...ending }))) throw problem('RequestClosed');
        await carryOut?.(
          tx,
          {
            person: requester,
            origin: { ...systemOrigin(call.now, requester.organisationId), actor: requester.userName },
            now: call.now,
            approval: { request: request.operation_id, approvedBy: approver.userName, reason: request.reason },
          },
          { targetId: request.target_id, target: target.name, detail: request.detail },
        );
        await finish(tx, call, request, 'approvalGiven');
        return decided(tx, call);
      });
    },

    async refuse(call: Deciding): Promise<RequestRow> {
      requireOwnSession(call);
      return transaction(db, async (tx) => {
        const request = await findOpen(tx, call);
        const decision = { state: 'refused', by: call.person.userId, now: call.now } as const;
        if (!(await close(tx, request.operation_id, decision))) throw problem('RequestClosed');
        await finish(tx, call, request, 'approvalRefused');
        return decided(tx, call);
      });
    },

    async withdraw(call: Deciding): Promise<RequestRow> {
      return transaction(db, async (tx) => {
        const request = await findRequest(tx, call.person, call.params.requestId);
        if (request?.requested_by !== call.person.userId) throw problem('NotFound');
        if (!(await withdraw(tx, request.operation_id, call.now))) throw problem('RequestClosed');
        await finish(tx, call, request);
        return decided(tx, call);
      });
    },
  };
}

/** Neither an API key nor an administrator who impersonates a user is a second pair of eyes. */
function requireOwnSession({ session }: Deciding): void {
  if (!session) throw problem('Forbidden');
  if (session.impersonation) throw problem('Impersonating');
}

/** An open request by another administrator, not about the caller. */
async function findOpen(tx: Transaction, { person, params, now }: Deciding): Promise<RequestRow> {
  const request = await findRequest(tx, person, params.requestId);
  if (!request) throw problem('NotFound');
  if (request.requested_by === person.userId) throw problem('OwnRequest');
  if (request.target_id === person.userId) throw problem('OwnAccount');
  if (request.state !== 'awaitingApproval' || request.expires_at <= now) throw problem('RequestClosed');
  return request;
}

/** Requires the present rights of both: the approver may have lost theirs since the call began, the requester since the request. */
function requireBoth(target: LockedTarget, approver: Person, requester: Person): void {
  const refused: ProblemCode | null = isAdmin(approver) ? target.may(approver) : 'Forbidden';
  if (refused) throw problem(refused);
  if (target.may(requester) !== null) throw problem('TargetChanged');
}

async function finish(
  tx: Transaction,
  { name, person, origin, now }: Deciding,
  request: RequestRow,
  template?: 'approvalGiven' | 'approvalRefused',
): Promise<void> {
  await appendAuditEvent(tx, origin, {
    action: name,
    target: request.target || null,
    organisationId: request.organisation_id,
    details: {
      request: request.operation_id,
      action: request.action,
      requestedBy: request.requester?.userName ?? null,
      reason: request.reason,
    },
  });
  if (!template) return;
  const account = request.people?.users.map(({ displayName }) => displayName).join(', ') ?? request.target;
  const about = { account, people: request.people?.count ?? null, administrator: person.displayName };
  await notifyRequester(tx, request.requested_by, { template, ...about }, now);
}

async function decided(tx: Transaction, { person, params }: Deciding): Promise<RequestRow> {
  const request = await findRequest(tx, person, params.requestId);
  if (!request) throw problem('NotFound');
  return request;
}
