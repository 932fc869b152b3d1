/** Changes to saved views: load with lock, authorise, change, audit. A view's name is personal, and in the details, where an erasure finds it. */
import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import { mayMakeDefaultView, mayManageView, type ViewTarget } from '../../api/contract/views.policy.ts';
import { type View } from '../../api/contract/views.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import type { ViewsTable } from '../db/schema/reports.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import { asViewTarget, presentView } from './presenter.ts';
import { endDefault, findView, findViews, lockView, lockViewsOf, makeDefault, type ViewRow } from './repository.ts';

type Change = 'Views.Rename' | 'Views.Replace' | 'Views.Share' | 'Views.SetDefault' | 'Views.Delete';

const taken = { views_name: () => problem('ViewNameTaken', { fields: { name: { problem: 'ViewNameTaken' } } }) };

export function viewsService({ db, config }: Pick<Context, 'db' | 'config'>) {
  return {
    async list({ person }: CallOf<'Views.List'>): Promise<View[]> {
      return (await findViews(db, person)).map((row) => presentView(row, person));
    },

    async create(call: CallOf<'Views.Create'>): Promise<View> {
      const { body, person, now } = call;
      return withUnique(taken, () =>
        transaction(db, async (tx) => {
          if ((await lockViewsOf(tx, person.userId)) >= config.LIMIT_VIEWS) throw problem('TooManyViews');
          const viewId = randomUUID();
          await tx
            .insertInto('views')
            .values({
              view_id: viewId,
              owner_id: person.userId,
              organisation_id: person.organisationId,
              name: body.name,
              content: JSON.stringify(body.content),
              visibility: 'private',
              created_at: now,
              changed_at: now,
            })
            .execute();
          const row = await present(tx, viewId);
          await audit(tx, call, row);
          return presentView(row, person);
        }),
      );
    },

    rename: (call: CallOf<'Views.Rename'>): Promise<View> =>
      withUnique(taken, () =>
        change(call, mayManageView, async (tx, row) => {
          await setIn(tx, row, { name: call.body.name, changed_at: call.now });
          return { view: { from: row.name, to: call.body.name } };
        }),
      ),

    replace: (call: CallOf<'Views.Replace'>): Promise<View> =>
      change(call, mayManageView, async (tx, row) => {
        await setIn(tx, row, { content: JSON.stringify(call.body.content), changed_at: call.now });
        return {};
      }),

    /** A view without an owner in the organisation can't become private: no user could see it any more. */
    share: (call: CallOf<'Views.Share'>): Promise<View> =>
      change(call, mayManageView, async (tx, row) => {
        const { shared } = call.params;
        if (shared === (row.visibility === 'organisation')) return null;
        if (!shared && row.owner_id !== call.person.userId) throw problem('Conflict');
        await setIn(tx, row, { visibility: shared ? 'organisation' : 'private', changed_at: call.now });
        const wasDefault = !shared && (await endDefault(tx, row.view_id));
        return { shared, ...(wasDefault && { wasDefault }) };
      }),

    setDefault: (call: CallOf<'Views.SetDefault'>): Promise<View> =>
      change(call, mayMakeDefaultView, async (tx, row) => {
        const { isDefault } = call.params;
        const hasChanged = isDefault
          ? await makeDefault(tx, row.organisation_id, row.view_id)
          : await endDefault(tx, row.view_id);
        return hasChanged ? { isDefault } : null;
      }),

    async delete(call: CallOf<'Views.Delete'>): Promise<void> {
      await transaction(db, async (tx) => {
        const row = await load(tx, call, mayManageView);
        await tx.deleteFrom('views').where('view_id', '=', row.view_id).execute();
        await audit(tx, call, row, row.is_default ? { wasDefault: true } : {});
      });
    },
  };

  /** @param work returns the details for the audit; null if nothing has changed */
  async function change(
    call: CallOf<Exclude<Change, 'Views.Delete'>>,
    may: typeof mayManageView,
    work: (tx: Transaction, row: ViewRow) => Promise<Record<string, unknown> | null>,
  ): Promise<View> {
    return transaction(db, async (tx) => {
      const row = await load(tx, call, may);
      const details = await work(tx, row);
      const changed = await present(tx, row.view_id);
      if (details) await audit(tx, call, changed, details);
      return presentView(changed, call.person);
    });
  }
}

async function load(
  tx: Transaction,
  { params, person }: CallOf<Change>,
  may: (actor: Person, view: ViewTarget) => ProblemCode | null,
): Promise<ViewRow> {
  const row = await lockView(tx, params.viewId);
  const refused = row ? may(person, asViewTarget(row)) : 'NotFound';
  if (!row || refused) throw problem(refused ?? 'NotFound');
  return row;
}

const present = async (tx: Transaction, viewId: string): Promise<ViewRow> => (await findView(tx, viewId)) as ViewRow;

const setIn = (tx: Transaction, { view_id: viewId }: ViewRow, set: Updateable<ViewsTable>) =>
  tx.updateTable('views').set(set).where('view_id', '=', viewId).execute();

const audit = (tx: Transaction, { name, origin }: CallOf<Change | 'Views.Create'>, row: ViewRow, details = {}) =>
  appendAuditEvent(tx, origin, {
    action: name,
    target: row.owner_name,
    targetUserId: row.owner_id,
    organisationId: row.organisation_id,
    details: { view: row.name, ...details },
  });
