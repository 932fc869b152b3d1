/** Samples of organisations, applications and the settings of the installation. */
import { giveConsent } from '../credentials.ts';
import { application } from '../oidc.ts';
import { addOrganisation } from '../organisations.ts';
import type { Samples, Scene, Stage } from './sample.ts';

const settings = ({ fresh }: Scene) => ({ body: application(fresh) });

async function registered(stage: Stage): Promise<{ applicationId: string }> {
  const { applicationId } = (await stage.sysadmin.ok('Applications.Register', settings(stage))).application;
  return { applicationId };
}

export const organisationsSamples = {
  'Organisations.Find': { sends: { body: { text: 'harbour' } } },
  'Organisations.SetMfaRequired': {
    sends: { required: false },
    async prepare({ subadmin }) {
      await subadmin.ok('Organisations.SetMfaRequired', { required: true });
      return { required: false };
    },
  },
  'Organisations.Register': {
    sends: ({ harbourId }) => ({ publicId: harbourId, organisationName: 'Harbour Mutual' }),
    prepare: ({ fresh }) => ({ publicId: crypto.randomUUID(), organisationName: `${fresh} & Sons` }),
  },
  'Organisations.EndSessions': { prepare: ({ harbourId }) => ({ publicId: harbourId }) },
  'Organisations.Update': {
    sends: ({ harbourId }) => ({ publicId: harbourId, body: { approved: true } }),
    prepare: async ({ site, fresh }) => ({
      publicId: await addOrganisation(site, `${fresh} & Sons`),
      body: { organisationName: `${fresh} & Daughters` },
    }),
  },

  'Applications.Register': { sends: settings },
  'Applications.Update': { sends: settings, prepare: registered },
  'Applications.NewSecret': { prepare: registered },
  'Applications.Enable': { sends: { enabled: false }, prepare: registered },
  'Applications.Delete': { prepare: registered },
  'Applications.Withdraw': {
    async prepare(stage) {
      const { applicationId } = await registered(stage);
      await giveConsent(stage.site, stage.member.userName, applicationId, 'openid');
      return { applicationId };
    },
  },

  'Settings.Preview': { sends: { name: 'sessionHours', body: { value: 8 } } },
  'Settings.Update': {
    sends: { name: 'sessionHours', body: { value: 8, version: 1 } },
    async prepare({ sysadmin }) {
      const { version } = (await sysadmin.ok('Settings.List')).find(({ name }) => name === 'sessionHours')!;
      return { body: { value: 10, version } };
    },
  },
} satisfies Partial<Samples>;
