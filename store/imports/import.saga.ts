/** Flow of an import: dry run → preview → apply → result. Both requests can be cancelled. */
import { problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { isOutcomeUnknown } from '@api/client/problemMeaning.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { SyncReply, SyncRequest } from '@api/contract/users.sync.ts';
import { put, race, type Saga, select, take } from '../saga/effects.ts';
import { guarded } from '../saga/keepAlive.ts';
import { request, type Result } from '../saga/request.ts';
import {
  type Checked,
  type Import,
  importApplyRequested,
  importCancelled,
  importCheckRequested,
  importClosed,
  importMoved,
  importReduced,
  type Plan,
  selectImport,
} from './import.slice.ts';
import { type Choices, type Fault, importFields, type ReadRows, readRows } from './importRows.ts';

type SyncOptions = Pick<SyncRequest, 'dryRun' | 'disableMissing' | 'mailLinks'>;

type ApplyPayload = ReturnType<typeof importApplyRequested>['payload'];

const isCancel = (action: unknown): action is ReturnType<typeof importCancelled> =>
  importCancelled.match(action) || importClosed.match(action);

/** Undefined if cancelled. */
function* send({ users }: ReadRows, { source }: Choices, options: SyncOptions): Saga<Result<SyncReply> | undefined> {
  const call = usersApi.endpoints.syncUsers.initiate({ body: { source: source.trim(), users, ...options } });
  const { result } = yield* race({ result: request(call), cancelled: take(isCancel) });
  return result;
}

/** Faults found in the file and by the server, by line. */
const faultsOf = (
  { faults, lines }: ReadRows,
  { file, choices: { columns } }: Checked,
  { errors }: Pick<SyncReply, 'errors'>,
): Fault[] => {
  const lineOf = (row: number): number => lines[row - 1] ?? 0;
  const cellsOf = new Map(file.rows.map(({ line, cells }) => [line, cells]));
  const found = errors.map(({ row, message, field, firstRow }): Fault => {
    const known = importFields.find((each) => each === field);
    return {
      line: lineOf(row),
      field: known,
      value: known && cellsOf.get(lineOf(row))?.[columns[known]],
      why: firstRow === undefined ? { text: message } : { repeats: lineOf(firstRow) },
    };
  });
  return [...faults, ...found].sort((one, other) => one.line - other.line);
};

/** A cancelled identity confirmation needs no message. */
const problemToShow = (problem: ClientProblem): ClientProblem | null =>
  problem.kind === 'aborted' || problemCode(problem) === 'ConfirmIdentity' ? null : problem;

const moveTo = (to: Import): Saga => put(importMoved(to));

/** Asks for the missing users, so that the choice can show their number; but users of lines that were left out are not missing. */
function* check(checked: Checked): Saga {
  yield* moveTo({ ...checked, kind: 'checking' });
  const rows = readRows(checked.file, checked.choices);
  const result =
    rows.users.length > 0 ? yield* send(rows, checked.choices, { dryRun: true, disableMissing: !checked.leftOut }) : null;
  if (result === undefined || result?.ok === false)
    return yield* moveTo({ ...checked, kind: 'mapping', problem: result ? problemToShow(result.problem) : null });
  const faults = faultsOf(rows, checked, result?.value ?? { errors: [] });
  if (faults.length > 0 || !result) return yield* moveTo({ ...checked, kind: 'faulty', faults });
  const { changes, errors: _none, ...counts } = result.value;
  const namesInFile = new Set(rows.users.map(({ userName }) => userName));
  const missing = changes.filter(({ kind, userName }) => kind === 'disabled' && !namesInFile.has(userName)).length;
  yield* moveTo({ ...checked, kind: 'preview', plan: { counts, changes, missing }, problem: null });
}

function* apply(checked: Checked, plan: Plan, { disableMissing, mailLinks }: ApplyPayload): Saga {
  yield* moveTo({ ...checked, kind: 'applying', plan });
  const rows = readRows(checked.file, checked.choices);
  const result = yield* send(rows, checked.choices, {
    dryRun: false,
    disableMissing: disableMissing && !checked.leftOut,
    mailLinks,
  });
  if (!result?.ok) {
    const problem = result ? problemToShow(result.problem) : null;
    const isAnswered = result && !isOutcomeUnknown(result.problem);
    return yield* moveTo(isAnswered ? { ...checked, kind: 'preview', plan, problem } : { ...checked, kind: 'unsure', problem });
  }
  const { changes: _changes, errors, ...counts } = result.value;
  yield* moveTo(
    errors.length > 0
      ? { ...checked, kind: 'faulty', faults: faultsOf(rows, checked, { errors }) }
      : { ...checked, kind: 'done', counts, mailed: mailLinks },
  );
}

type Payload = ReturnType<typeof importCheckRequested | typeof importApplyRequested | typeof importReduced>;

function* reduce({ file, choices, faults, leftOut = 0 }: Extract<Import, { kind: 'faulty' }>): Saga {
  const faulty = new Set(faults.map(({ line }) => line));
  const rows = file.rows.filter(({ line }) => !faulty.has(line));
  yield* check({ file: { ...file, rows }, choices, leftOut: leftOut + file.rows.length - rows.length });
}

function* handle(payload: Payload): Saga {
  const current = yield* select(selectImport);
  if (current.kind === 'choosing') return;
  const { file, leftOut } = current;
  if (importCheckRequested.match(payload)) yield* check({ file, leftOut, choices: payload.payload });
  else if (importReduced.match(payload)) {
    if (current.kind === 'faulty') yield* reduce(current);
  } else if (current.kind === 'preview') yield* apply({ file, leftOut, choices: current.choices }, current.plan, payload.payload);
}

/** Sequential: further requests are ignored while one is pending. */
export function* importSaga(): Saga {
  const isRequest = (action: unknown): action is Payload =>
    importCheckRequested.match(action) || importApplyRequested.match(action) || importReduced.match(action);
  for (;;) yield* guarded('imports/list', handle, yield* take(isRequest));
}
