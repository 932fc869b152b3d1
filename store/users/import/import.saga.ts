/** The conversation of an import: check by a dry run → preview → apply → result. Either call can be given up, and asks for proof of identity by itself. */
import { isAnswerLost, problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { SyncReply } from '@api/contract/users.sync.ts';
import { put, race, type Saga, select, take } from '../../saga/effects.ts';
import { guarded } from '../../saga/keepAlive.ts';
import { request, type Result } from '../../saga/request.ts';
import { runAsTask } from '../bulk/runAsTask.ts';
import {
  type Checked,
  type Import,
  importApplyRequested,
  importCancelled,
  importCheckRequested,
  importClosed,
  importMoved,
  type Plan,
  selectImport,
} from './import.slice.ts';
import { type Choices, type Fault, type ReadRows, readRows } from './importRows.ts';

interface How {
  readonly dryRun: boolean;
  readonly disableMissing: boolean;
}

const isGivenUp = (action: unknown): action is ReturnType<typeof importCancelled> =>
  importCancelled.match(action) || importClosed.match(action);

/** Undefined: given up. */
function* send({ users }: ReadRows, { source }: Choices, how: How): Saga<Result<SyncReply> | undefined> {
  const call = usersApi.endpoints.syncUsers.initiate({ body: { source: source.trim(), users, ...how } });
  const { result } = yield* race({ result: runAsTask(request(call)), cancelled: take(isGivenUp) });
  return result;
}

/** What is wrong with the file, in the order of its lines. */
const faultsOf = ({ faults, lines }: ReadRows, { errors }: Pick<SyncReply, 'errors'>): Fault[] =>
  [...faults, ...errors.map(({ row, message }) => ({ line: lines[row - 1] ?? 0, text: message }))].sort(
    (one, other) => one.line - other.line,
  );

/** Whoever would not prove who they are knows that. */
const worthTelling = (problem: ClientProblem): ClientProblem | null =>
  problem.kind === 'aborted' || problemCode(problem) === 'ConfirmIdentity' ? null : problem;

const move = (to: Import): Saga => put(importMoved(to));

/** Those who are missing are asked for in any case, so that the choice can be made by their number. */
function* check(at: Checked): Saga {
  yield* move({ ...at, kind: 'checking' });
  const rows = readRows(at.file, at.choices);
  const result = rows.users.length > 0 ? yield* send(rows, at.choices, { dryRun: true, disableMissing: true }) : null;
  if (result === undefined || result?.ok === false)
    return yield* move({ ...at, kind: 'mapping', problem: result ? worthTelling(result.problem) : null });
  const faults = faultsOf(rows, result?.value ?? { errors: [] });
  if (faults.length > 0 || !result) return yield* move({ ...at, kind: 'faulty', faults });
  const { changes, errors: _none, ...counts } = result.value;
  const named = new Set(rows.users.map(({ userName }) => userName));
  const missing = changes.filter(({ kind, userName }) => kind === 'disabled' && !named.has(userName)).length;
  yield* move({ ...at, kind: 'preview', plan: { counts, changes, missing }, problem: null });
}

function* apply(at: Checked, plan: Plan, disableMissing: boolean): Saga {
  yield* move({ ...at, kind: 'applying', plan });
  const rows = readRows(at.file, at.choices);
  const result = yield* send(rows, at.choices, { dryRun: false, disableMissing });
  if (!result?.ok) {
    const problem = result ? worthTelling(result.problem) : null;
    const isKnown = result && !isAnswerLost(result.problem);
    return yield* move(isKnown ? { ...at, kind: 'preview', plan, problem } : { ...at, kind: 'unsure', problem });
  }
  const { changes: _changes, errors, ...counts } = result.value;
  yield* move(
    errors.length > 0 ? { ...at, kind: 'faulty', faults: faultsOf(rows, { errors }) } : { ...at, kind: 'done', counts },
  );
}

type Payload = ReturnType<typeof importCheckRequested | typeof importApplyRequested>;

function* fulfil(payload: Payload): Saga {
  const now = yield* select(selectImport);
  if (now.kind === 'choosing') return;
  const { file } = now;
  if (importCheckRequested.match(payload)) yield* check({ file, choices: payload.payload });
  else if (now.kind === 'preview') yield* apply({ file, choices: now.choices }, now.plan, payload.payload.disableMissing);
}

/** One thing after the other: what is wished for while a call is on its way is not heard. */
export function* importSaga(): Saga {
  const isWish = (action: unknown): action is Payload => importCheckRequested.match(action) || importApplyRequested.match(action);
  for (;;) yield* guarded('users/import', fulfil, yield* take(isWish));
}
