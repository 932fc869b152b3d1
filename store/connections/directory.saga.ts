/** The acts on an organisation's directory that take something away: revoke a key, end its management. */
import { createAction } from '@reduxjs/toolkit';
import { provisioningApi } from '@api/client/directories.api.ts';
import { actSaga, success } from '../saga/act.ts';

interface OfOrganisation {
  readonly organisationPublicId: string;
}

/** `name`: the key's. */
export const revocationRequested = createAction<OfOrganisation & { readonly keyId: string; readonly name: string }>(
  'provisioning/revocationRequested',
);
/** `name`: the organisation's; `managed`: how many users its directory manages, as shown. */
export const releaseRequested = createAction<OfOrganisation & { readonly name: string; readonly managed: string }>(
  'provisioning/releaseRequested',
);

const { revokeProvisioningKey, releaseUsers } = provisioningApi.endpoints;

export const provisioningActs = {
  'provisioning/revocation': actSaga(revocationRequested, {
    keyOf: ({ keyId }) => keyId,
    question: ({ name }) => ({
      title: { phrase: 'provisioning:keys.revokeTitle', values: { name } },
      body: { phrase: 'provisioning:keys.revokeText' },
      confirm: { phrase: 'provisioning:keys.revoke' },
      danger: true,
      reason: 'none',
    }),
    call: ({ organisationPublicId, keyId }) => revokeProvisioningKey.initiate({ organisationPublicId, keyId }),
    done: ({ name }) => success({ phrase: 'provisioning:keys.revoked', values: { name } }),
  }),
  'provisioning/release': actSaga(releaseRequested, {
    keyOf: ({ organisationPublicId }) => organisationPublicId,
    question: ({ name, managed }) => ({
      title: { phrase: 'provisioning:release.title' },
      body: { phrase: 'provisioning:release.body', values: { name, managed } },
      confirm: { phrase: 'provisioning:release.open' },
      danger: true,
      reason: 'none',
    }),
    call: ({ organisationPublicId }) => releaseUsers.initiate({ organisationPublicId }),
    done: ({ managed }) => success({ phrase: 'provisioning:release.done', values: { managed } }),
  }),
};
