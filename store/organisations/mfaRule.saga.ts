/** Requires MFA in an organisation, or lifts that. The question shows the number of affected users. */
import { createAction } from '@reduxjs/toolkit';
import { organisationsApi } from '@api/client/organisations.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { requestOrAsk, withReason } from '../saga/approval.ts';

interface Payload {
  readonly organisation: Pick<Organisation, 'publicId' | 'organisationName'>;
  readonly required: boolean;
  /** The user's own organisation: the server then asks them to confirm their identity. */
  readonly own: boolean;
  /** Users who would have to set up MFA. */
  readonly touched: number;
}

export const mfaRuleRequested = createAction<Payload>('organisations/mfaRuleRequested');

function* changeMfaRule({ organisation: { publicId, organisationName: name }, required, own, touched }: Payload): Saga {
  const values = { name, count: touched };
  const answer = yield* confirm({
    title: { phrase: required ? 'organisations:require.title' : 'organisations:exempt.title', values },
    body: { phrase: required ? 'organisations:require.body' : 'organisations:exempt.body', values },
    confirm: { phrase: required ? 'organisations:require.confirm' : 'organisations:exempt.confirm' },
    danger: !required,
    reason: 'none',
  });
  if (!answer.confirmed) return;
  const { setMfaRequired, updateOrganisation } = organisationsApi.endpoints;
  const { ok } = own
    ? yield* requestOrAsk((reason) => setMfaRequired.initiate({ required, ...withReason(reason) }))
    : yield* requestOrAsk((reason) =>
        updateOrganisation.initiate({ publicId, body: { mfaRequired: required }, ...withReason(reason) }),
      );
  const message = { phrase: required ? 'organisations:require.done' : 'organisations:exempt.done', values } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const mfaRuleSaga = (): Saga =>
  takeLeadingByKey(mfaRuleRequested, ({ organisation }) => organisation.publicId, changeMfaRule);
