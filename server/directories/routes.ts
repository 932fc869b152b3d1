/** Routes of the organisation's directory, for its administrators. */
import type { provisioningCalls } from '../../api/contract/directories.ts';
import { mayProvision } from '../../api/contract/directories.policy.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';
import type { ApprovableActs } from '../approvals/acts.ts';
import { adopt, approvedAdoption, previewAdoption, release } from './adoption.ts';
import { approvedMap, listGroups, mapGroup, previewGroup } from './roleMap/groups.ts';
import { listKeys, newKey, revokeKey } from './keys/keys.ts';
import { lockAnyOrganisation, requireOrganisation } from '../http/administeredOrganisation.ts';
import { findRequests } from './requests.ts';
import { readStatus } from './status.ts';

export const provisioningRoutes = (context: Context): Handlers<keyof typeof provisioningCalls> => ({
  'Provisioning.Status': (call) => readStatus(context, call),
  'Provisioning.Keys': (call) => listKeys(context, call),
  'Provisioning.NewKey': (call) => newKey(context, call),
  'Provisioning.RevokeKey': async (call) => {
    await revokeKey(context, call);
    return undefined;
  },
  'Provisioning.Requests': async ({ person, params }) => {
    const { organisation_id: organisationId } = await requireOrganisation(context.db, person, params.organisationPublicId);
    return findRequests(context.db, organisationId);
  },
  'Provisioning.Groups': (call) => listGroups(context, call),
  'Provisioning.MapPreview': (call) => previewGroup(context, call),
  'Provisioning.MapGroup': (call) => mapGroup(context, call),
  'Provisioning.AdoptPreview': (call) => previewAdoption(context, call),
  'Provisioning.Adopt': (call) => adopt(context, call),
  'Provisioning.Release': (call) => release(context, call),
});

export const approvedProvisioningActs: ApprovableActs<'Provisioning.NewKey' | 'Provisioning.MapGroup' | 'Provisioning.Adopt'> = {
  ...approvedMap,
  ...approvedAdoption,
  // The requester repeats the call, as the key is shown to them alone.
  'Provisioning.NewKey': {
    lock: async (tx, _id, { organisationPublicId = '' }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      return (
        organisation && {
          name: organisation.name,
          state: '',
          may: (person) => (mayProvision(person, organisationPublicId) ? null : 'Forbidden'),
        }
      );
    },
  },
};
