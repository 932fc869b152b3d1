/** Samples of saved views, reports and the overview. */
import type { BodyOf } from '../../../api/contract/index.ts';
import type { Samples, Scene, Stage } from './sample.ts';

const content: BodyOf<'Views.Create'>['content'] = { filter: 'locked', search: '', sort: [], where: [], columns: null };
const view = ({ fresh }: Scene) => ({ body: { name: `view ${fresh}`, content } });
const savedView = async (stage: Stage) => ({ viewId: (await stage.subadmin.ok('Views.Create', view(stage))).viewId });

const report = ({ fresh }: Scene): { body: BodyOf<'Reports.Create'> } => ({
  body: {
    name: `report ${fresh}`,
    content: { filters: {}, range: { kind: 'days', days: 1 }, format: { type: 'jsonl' }, timeZone: 'UTC' },
    shared: false,
    schedule: null,
  },
});
const savedReport = async (stage: Stage) => ({ reportId: (await stage.subadmin.ok('Reports.Create', report(stage))).reportId });

export const listsSamples = {
  'Views.Create': { sends: view },
  'Views.Rename': { sends: { body: { name: 'Doors' } }, prepare: savedView },
  'Views.Replace': { sends: { body: { content: { ...content, filter: 'disabled' } } }, prepare: savedView },
  'Views.Share': { sends: { shared: true }, prepare: savedView },
  'Views.SetDefault': {
    sends: { isDefault: true },
    async prepare(stage) {
      const saved = await savedView(stage);
      await stage.subadmin.ok('Views.Share', { ...saved, shared: true });
      return saved;
    },
  },
  'Views.Delete': { prepare: savedView },

  'Reports.Create': { sends: report },
  'Reports.Replace': { sends: report, prepare: savedReport },
  'Reports.Delete': { prepare: savedReport },
  'Reports.Run': { prepare: savedReport },
  'Reports.RunAgain': {
    async prepare(stage) {
      const { exportId } = await stage.subadmin.ok('Reports.Run', await savedReport(stage));
      return { exportId };
    },
  },

  'Overview.SetHome': { sends: { home: 'users' }, prepare: () => ({ home: 'overview' }) },
} satisfies Partial<Samples>;
