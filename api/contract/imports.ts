/**
 * Operations of people who come from other systems, with their passwords and second factors. They read password hashes, so no API key can
 * get a claim for them: programs use the operator's command.
 */
import { z } from 'zod';
import { callsOf, MAX_REQUEST_MS, MAX_STREAM_MS, operations } from './endpoint.ts';
import { CountedImport, Import, ImportChoices, importNotices, importRefusals, ImportRow } from './imports.shapes.ts';
import { reasonQuery } from './reason.ts';
import { count, id } from './shape.ts';

const params = z.strictObject({ importId: id });

const changed = { params, reply: Import };

export const importsOperations = operations({
  'Imports.List': {
    method: 'GET',
    path: '/Imports',
    who: 'systemAdmin',
    ownCredentials: 'read',
    summary: 'Imports of the last 30 days, and those that are not finished, newest first',
    reply: z.array(Import),
  },
  'Imports.Read': {
    method: 'POST',
    path: '/Imports',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    sends: 'multipart',
    effects: [],
    timeoutMs: MAX_REQUEST_MS,
    slowBody: true,
    summary: 'Read the `file` of another system; no account is changed',
    description:
      'Keycloak, Auth0, Firebase, Django, SuperTokens, Logto, or a table as CSV or as the first sheet of a workbook (XLSX): the content decides which, never the name. The rows are stored encrypted, and judged with what of them comes, what does not, and why. `firebase` comes before the file: the `hash_config { … }` that Firebase’s console shows. An import that nobody starts is deleted after 7 days.',
    body: z.strictObject({ firebase: z.string().max(2000).optional() }),
    reply: Import,
    status: 201,
    problems: [
      'PayloadTooLarge',
      'FileEmpty',
      'FileUnknown',
      'FileSpreadsheet',
      'WorkbookTooLarge',
      'WorkbookBroken',
      'FileBroken',
      'HashParametersWrong',
      'TooManyImports',
    ],
  },
  'Imports.Get': {
    method: 'GET',
    path: '/Imports/{importId}',
    who: 'systemAdmin',
    ownCredentials: 'read',
    summary: 'One import, with what comes and what does not, in counts',
    params,
    reply: CountedImport,
  },
  'Imports.Rows': {
    method: 'GET',
    path: '/Imports/{importId}/Rows',
    who: 'systemAdmin',
    ownCredentials: 'read',
    summary: 'The rows of an import, in the order of the file',
    description:
      'In pages: `next` is the `after` of the next one, null on the last. `code` asks for the rows with this notice or refusal. Rows are deleted when the import can’t be undone any more.',
    params,
    query: z.strictObject({ after: count.optional(), code: z.enum([...importNotices, ...importRefusals]).optional() }),
    reply: z.object({ rows: z.array(ImportRow), next: count.nullable() }),
    problems: ['PersonalDataLimit'],
  },
  'Imports.Report': {
    method: 'GET',
    path: '/Imports/{importId}/Report',
    who: 'systemAdmin',
    ownCredentials: 'read',
    people: 'unbounded',
    timeoutMs: MAX_STREAM_MS,
    summary: 'All rows of an import as CSV',
    params,
    reply: z.string(),
    problems: ['PersonalDataLimit'],
  },
  'Imports.Choose': {
    method: 'PUT',
    path: '/Imports/{importId}/Choices',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    effects: [],
    timeoutMs: MAX_REQUEST_MS,
    summary: 'Choose roles, organisations and what else comes, before the start: every row is judged anew',
    body: ImportChoices,
    ...changed,
    problems: ['Conflict', 'Invalid'],
  },
  'Imports.Start': {
    method: 'POST',
    path: '/Imports/{importId}/Start',
    who: 'systemAdmin',
    ownCredentials: 'read',
    stepUp: true,
    effects: [],
    summary: 'Make the accounts',
    description:
      'The server makes them a hundred at a time, and goes on without the page and after a crash; no account is made twice. Administrative roles are never given by a file. It goes on as long as the caller is a system administrator, and is paused otherwise.',
    ...changed,
    problems: ['Conflict'],
  },
  'Imports.Pause': {
    method: 'POST',
    path: '/Imports/{importId}/Pause',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Pause a running import',
    ...changed,
    problems: ['Conflict'],
  },
  'Imports.Resume': {
    method: 'POST',
    path: '/Imports/{importId}/Resume',
    who: 'systemAdmin',
    ownCredentials: 'read',
    stepUp: true,
    effects: [],
    summary: 'Go on with a paused import, from now on as the caller',
    ...changed,
    problems: ['Conflict'],
  },
  'Imports.Cancel': {
    method: 'POST',
    path: '/Imports/{importId}/Cancel',
    who: 'systemAdmin',
    ownCredentials: 'read',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Cancel an import: who has not come yet does not come',
    description: 'The rows of one that was never started are deleted.',
    ...changed,
    problems: ['Conflict'],
  },
  'Imports.Undo': {
    method: 'POST',
    path: '/Imports/{importId}/Undo',
    who: 'systemAdmin',
    ownCredentials: 'read',
    stepUp: true,
    effects: ['erases'],
    summary: 'Take an import back, within 30 days',
    description:
      'Removes the accounts that it has made and that were never used: users who have logged in since, or administer by now, stay. Where two pairs of eyes are required, another system administrator approves it beyond a few users an hour.',
    ...changed,
    query: reasonQuery,
    problems: ['Conflict', 'ApprovalNeeded', 'ReasonRequired'],
  },
});

export const importsCalls = callsOf(importsOperations);
