/** Requiring MFA of everyone in an organisation, or no longer. The question says how many that touches. */
import { createAction } from '@reduxjs/toolkit';
import { organisationsApi } from '@api/client/organisations.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { noticeRaised } from '../notices/notices.slice.ts';
import { confirm } from '../saga/confirm.ts';
import { put, type Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { request } from '../saga/request.ts';

interface Payload {
  readonly organisation: Pick<Organisation, 'publicId' | 'organisationName'>;
  readonly required: boolean;
  /** Of whoever wishes it: then the call asks them to confirm who they are. */
  readonly own: boolean;
  /** How many would have to set it up. */
  readonly touched: number;
}

export const mfaRuleRequested = createAction<Payload>('organisations/mfaRuleRequested');

function* change({ organisation: { publicId, organisationName: name }, required, own, touched }: Payload): Saga {
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
    ? yield* request(setMfaRequired.initiate({ required }))
    : yield* request(updateOrganisation.initiate({ publicId, body: { mfaRequired: required } }));
  const message = { phrase: required ? 'organisations:require.done' : 'organisations:exempt.done', values } as const;
  if (ok) yield* put(noticeRaised({ severity: 'success', message }));
}

export const mfaRuleSaga = (): Saga => takeLeadingByKey(mfaRuleRequested, ({ organisation }) => organisation.publicId, change);
