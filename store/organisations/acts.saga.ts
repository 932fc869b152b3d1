/** The acts on an organisation: approval, end of all sessions, and its rule of MFA. Some need another administrator. */
import { createAction } from '@reduxjs/toolkit';
import { mfaApi } from '@api/client/mfa.api.ts';
import { organisationsApi } from '@api/client/organisations.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { actSaga, success } from '../saga/act.ts';
import type { Call } from '../saga/request.ts';

type Named = Pick<Organisation, 'publicId' | 'organisationName'>;

interface Approval {
  readonly organisation: Named & Pick<Organisation, 'userCount'>;
  /** False withdraws the approval, which ends and blocks the sessions of its users. */
  readonly approved: boolean;
}

interface MfaRule {
  readonly organisation: Named;
  readonly required: boolean;
  /** The user's own organisation: the server then asks them to confirm their identity. */
  readonly own: boolean;
  /** Users who would have to set up MFA. */
  readonly touched: number;
}

interface MfaReset {
  readonly publicId: string;
  readonly userIds: readonly string[];
}

export const approvalRequested = createAction<Approval>('organisations/approvalRequested');
export const mfaRuleRequested = createAction<MfaRule>('organisations/mfaRuleRequested');
/** Takes users back to the rule of MFA of their organisation. */
export const mfaResetRequested = createAction<MfaReset>('organisations/mfaResetRequested');
/** Turns two pairs of eyes on or off; another system administrator has to approve the latter. */
export const fourEyesRequested = createAction<{ readonly organisation: Named; readonly required: boolean }>(
  'organisations/fourEyesRequested',
);
export const endSessionsRequested = createAction<Named>('organisations/endSessionsRequested');

const { updateOrganisation, setMfaRequired, endOrganisationSessions } = organisationsApi.endpoints;

export const organisationActs = {
  'organisations/approval': actSaga(approvalRequested, {
    keyOf: ({ organisation }) => organisation.publicId,
    question: ({ organisation: { organisationName: name, userCount: count }, approved }) => ({
      title: { phrase: approved ? 'organisations:approve.title' : 'organisations:withdraw.title', values: { name } },
      body: { phrase: approved ? 'organisations:approve.body' : 'organisations:withdraw.body', values: { name, count } },
      confirm: { phrase: approved ? 'organisations:approve.confirm' : 'organisations:withdraw.confirm' },
      danger: !approved,
      reason: 'none',
    }),
    call: ({ organisation: { publicId }, approved }) => updateOrganisation.initiate({ publicId, body: { approved } }),
    done: ({ organisation: { organisationName: name }, approved }) =>
      success({ phrase: approved ? 'organisations:approve.done' : 'organisations:withdraw.done', values: { name } }),
  }),
  /** The question tells how many users are affected. */
  'organisations/mfaRule': actSaga(mfaRuleRequested, {
    keyOf: ({ organisation }) => organisation.publicId,
    question: ({ organisation: { organisationName: name }, required, touched: count }) => ({
      title: { phrase: required ? 'organisations:require.title' : 'organisations:exempt.title', values: { name, count } },
      body: { phrase: required ? 'organisations:require.body' : 'organisations:exempt.body', values: { name, count } },
      confirm: { phrase: required ? 'organisations:require.confirm' : 'organisations:exempt.confirm' },
      danger: !required,
      reason: 'none',
    }),
    call: ({ organisation: { publicId }, required, own }): Call<unknown> =>
      own ? setMfaRequired.initiate({ required }) : updateOrganisation.initiate({ publicId, body: { mfaRequired: required } }),
    done: ({ organisation: { organisationName: name }, required, touched: count }) =>
      success({ phrase: required ? 'organisations:require.done' : 'organisations:exempt.done', values: { name, count } }),
  }),
  'organisations/fourEyes': actSaga(fourEyesRequested, {
    keyOf: ({ organisation }) => organisation.publicId,
    question: ({ organisation: { organisationName: name }, required }) => ({
      title: {
        phrase: required ? 'organisations:fourEyes.turnOn.title' : 'organisations:fourEyes.turnOff.title',
        values: { name },
      },
      body: { phrase: required ? 'organisations:fourEyes.turnOn.body' : 'organisations:fourEyes.turnOff.body', values: { name } },
      confirm: { phrase: required ? 'organisations:fourEyes.turnOn.confirm' : 'organisations:fourEyes.turnOff.confirm' },
      danger: !required,
      reason: required ? 'none' : 'required',
    }),
    call: ({ organisation: { publicId }, required }, { reason }) =>
      updateOrganisation.initiate({ publicId, body: { fourEyes: required }, ...(reason !== undefined && { reason }) }),
    done: ({ organisation: { organisationName: name }, required }) =>
      success({
        phrase: required ? 'organisations:fourEyes.turnOn.done' : 'organisations:fourEyes.turnOff.done',
        values: { name },
      }),
  }),
  'organisations/mfaReset': actSaga(mfaResetRequested, {
    keyOf: ({ publicId }) => publicId,
    call: ({ userIds }) => mfaApi.endpoints.resetMfaToOrganisationDefault.initiate({ body: { userIds: [...userIds] } }),
    done: (_payload, { reset: count }) => success({ phrase: 'organisations:reset.done', values: { count } }),
  }),
  'organisations/endSessions': actSaga(endSessionsRequested, {
    keyOf: ({ publicId }) => publicId,
    question: ({ organisationName: name }) => ({
      title: { phrase: 'organisations:endSessions.title', values: { name } },
      body: { phrase: 'organisations:endSessions.body', values: { name } },
      confirm: { phrase: 'organisations:endSessions.open' },
      danger: true,
      reason: 'none',
    }),
    call: ({ publicId }) => endOrganisationSessions.initiate({ publicId }),
    done: ({ organisationName: name }) => success({ phrase: 'organisations:endSessions.done', values: { name } }),
  }),
};
