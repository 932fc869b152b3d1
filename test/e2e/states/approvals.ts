/** Requests that wait for another administrator: one to decide, own ones, those for many users, none, and failed. */
import type { State, Visit } from './visit.ts';

const openApprovals = async (visit: Visit, userName: string): Promise<void> => {
  await visit.as(userName);
  await visit.open('/Approvals');
  await visit.waitForVisible('main section h2');
};

/** Inserts a request of `system_only` and several of `sysadmin`, as the server would have recorded them. */
const request = (visit: Visit): Promise<void> =>
  visit.fixtures.once(`requests at ${visit.site.url}`, async () => {
    await visit.site.database.query(
      `INSERT INTO operations (action, target_id, organisation_id, target, detail, before, target_state, reason, system_only,
                                      requested_by, requested_at, expires_at, state, decided_by, decided_at)
       SELECT r.action, t.user_id, t.organisation_id, t.user_name, r.detail::jsonb,
              jsonb_build_object('email', t.email, 'roles', t.roles, 'organisation', 'Northgate Portfolio'), '', r.reason, true, a.user_id, now() - r.ago,
              now() - r.ago + interval '24 hours', r.state, CASE WHEN r.state = 'awaitingApproval' THEN NULL ELSE d.user_id END, now() - r.ago
         FROM (VALUES ('system_only', 'Users.Enable', '{}', 'Left the company at the end of October', interval '2 hours', 'awaitingApproval'),
                      ('system_only', 'Roles.SetUser', '{"roles": ["Member"]}', 'Moves to another team', interval '3 hours', 'awaitingApproval'),
                      ('system_only', 'Users.Patch', '{"organisation": "Harbour Mutual"}', 'Belongs there now', interval '1 day', 'done'),
                      ('sysadmin', 'Users.ResetAuthentication', '{"type": "Mfa"}', 'Lost the phone', interval '1 hour', 'awaitingApproval'),
                      ('sysadmin', 'Users.Impersonate', '{}', 'Ticket 42', interval '1 minute', 'approved'),
                      ('sysadmin', 'Users.TakeOwnership', '{}', 'Holiday', interval '2 days', 'refused'))
              AS r (asker, action, detail, reason, ago, state)
         JOIN users a ON a.user_name = r.asker
         JOIN users t ON t.user_name = 'second_sub'
         JOIN users d ON d.user_name = CASE r.asker WHEN 'sysadmin' THEN 'system_only' ELSE 'sysadmin' END`,
    );
  });

/**
 * Inserts requests for about thirty users each: one to decide, and an own one that ended too long ago for the list of users to show
 * it.
 */
const bulkRequests = (visit: Visit): Promise<void> =>
  visit.fixtures.once(`bulk requests at ${visit.site.url}`, async () => {
    await visit.site.database.query(
      `WITH request AS (
         INSERT INTO operations (action, target_id, organisation_id, target, detail, target_state, reason, system_only,
                                        requested_by, requested_at, expires_at, state, decided_by, decided_at, finished_at)
         SELECT 'Operations.Start', gen_random_uuid(), a.organisation_id, '', r.detail::jsonb, '', r.reason, true, a.user_id, now(),
                now() + interval '1 hour', r.state, CASE WHEN r.state = 'awaitingApproval' THEN NULL ELSE d.user_id END, now(),
                CASE WHEN r.state = 'done' THEN now() - interval '2 hours' END
           FROM (VALUES ('system_only', '{"kind": "disable"}', 'The branch in Bergen is closed', 'awaitingApproval'),
                        ('sysadmin', '{"kind": "resetMfa"}', 'Stolen phones', 'done'))
                AS r (asker, detail, reason, state)
           JOIN users a ON a.user_name = r.asker
           JOIN users d ON d.user_name = CASE r.asker WHEN 'sysadmin' THEN 'system_only' ELSE 'sysadmin' END
         RETURNING operation_id)
       INSERT INTO operation_targets (operation_id, user_id, place, target_state, outcome)
       SELECT operation_id, u.user_id, u.place, '', CASE WHEN u.place <= 3 THEN 'done' END
         FROM request, (SELECT user_id, row_number() OVER (ORDER BY user_name) AS place FROM users
                         WHERE roles = '{Member}' AND registered ORDER BY user_name LIMIT 30) u`,
    );
  });

export const approvalsStates: readonly State[] = [
  {
    name: 'approvals',
    async reach(visit) {
      await request(visit);
      await openApprovals(visit, 'sysadmin');
      await visit.waitForVisible('main li h3');
    },
  },
  {
    name: 'approvals-bulk',
    async reach(visit) {
      await bulkRequests(visit);
      await openApprovals(visit, 'sysadmin');
      await visit.waitForVisible('main li h3');
    },
  },
  { name: 'approvals-none', reach: (visit) => openApprovals(visit, 'second_sub') },
  {
    name: 'approvals-failed',
    as: 'sysadmin',
    fails: '/api/Approvals',
    at: '/Approvals',
    shows: 'main button',
  },
];
