/** Routes of applications. */
import type { applicationsCalls } from '../../api/contract/applications.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import type { Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { ownApplications } from './own.ts';
import { presentApplication } from './presenter.ts';
import { findApplication, findApplications, type ApplicationRow } from './repository.ts';
import { applicationsService } from './service.ts';
import { readSignIns } from './use.ts';

/** Gives what an application would receive for a user; undefined for an unknown user. The OpenID Connect provider implements it. */
type PreviewOf = (
  queries: Queries,
  application: ApplicationRow,
  userName: string,
) => Promise<{ mayEnter: boolean; claims: Record<string, unknown> } | undefined>;

export function applicationsRoutes(context: Context, previewOf: PreviewOf): Handlers<keyof typeof applicationsCalls> {
  const { db } = context;
  const own = ownApplications(context);
  const service = applicationsService(context);
  return {
    'Applications.List': async ({ now }) => {
      const [rows, signIns] = await Promise.all([findApplications(db), readSignIns(db, now)]);
      return rows.map((row) => presentApplication(row, signIns.get(row.application_id) ?? [], now));
    },

    'Applications.Own': (call) => own.list(call),
    'Applications.Withdraw': async (call) => {
      await own.withdraw(call);
      return undefined;
    },

    'Applications.Register': (call) => service.register(call),
    'Applications.Update': (call) => service.update(call),
    'Applications.NewSecret': (call) => service.newSecret(call),
    'Applications.Enable': (call) => service.enable(call),
    'Applications.Delete': async (call) => {
      await service.delete(call);
      return undefined;
    },

    'Applications.Preview': async ({ params }) => {
      const application = await findApplication(db, params.applicationId);
      const preview = application && (await previewOf(db, application, params.userName));
      if (!preview) throw problem('NotFound');
      return preview;
    },
  };
}
