-- Acts that wait for a second administrator, and acts on many users. Users are named without foreign keys: a lock on a row of users
-- would wait for what others do to them, and the account may be gone.

CREATE TABLE operations (
  operation_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  action text NOT NULL, -- name of the call
  target_id uuid NOT NULL, -- the user or the organisation it is about; for many users, a digest of the kind and their ids
  organisation_id uuid NOT NULL,
  target text NOT NULL, -- as shown
  detail jsonb NOT NULL, -- arguments: requester and approver agree in them
  before jsonb NOT NULL DEFAULT '{}', -- what they would change, as it was when it was requested
  effects text[] NOT NULL DEFAULT '{}',
  target_state text NOT NULL, -- of the target when it was requested, as far as it matters
  reason text NOT NULL,
  system_only boolean NOT NULL, -- only system administrators may decide
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  session_id uuid, -- with whose rights it runs; null once another administrator has approved it
  expires_at timestamptz NOT NULL,
  notified_at timestamptz, -- when approvers were mailed
  -- approved: the requester repeats the call, as its reply is for them
  state text NOT NULL DEFAULT 'awaitingApproval' CHECK (state IN (
    'awaitingApproval', 'approved', 'running', 'paused', 'done', 'cancelled', 'refused', 'withdrawn', 'expired')),
  problem text, -- code of why the server paused or cancelled it
  decided_by uuid,
  decided_at timestamptz,
  finished_at timestamptz,
  undoes uuid -- the operation that this one undoes
);
CREATE UNIQUE INDEX operations_awaiting ON operations (action, target_id, requested_by) WHERE state = 'awaitingApproval';
CREATE INDEX operations_requester ON operations (requested_by, requested_at);
CREATE INDEX operations_unfinished ON operations (state) WHERE state IN ('awaitingApproval', 'approved', 'running', 'paused');

-- Users of an operation on many, with what became of each.
CREATE TABLE operation_targets (
  operation_id uuid NOT NULL REFERENCES operations ON DELETE CASCADE ON UPDATE CASCADE, -- changes when it is requested again
  user_id uuid NOT NULL,
  place integer NOT NULL, -- from 1, in the order in which they are shown and done
  target_state text NOT NULL,
  outcome text CHECK (outcome IN ('done', 'failed', 'skipped')),
  problem text, -- code of why it failed
  PRIMARY KEY (operation_id, user_id)
);
CREATE INDEX operation_targets_open ON operation_targets (operation_id, place) WHERE outcome IS NULL;
CREATE INDEX operation_targets_user ON operation_targets (user_id);

-- Users that an administrator has disabled or reset alone where four eyes are required, for the limit.
CREATE TABLE four_eyes_acts (
  actor_id uuid NOT NULL,
  user_id uuid NOT NULL,
  acted_at timestamptz NOT NULL,
  PRIMARY KEY (actor_id, user_id)
);

-- Sponsors who made, invited or promoted a user: the two do not approve for each other.
CREATE TABLE sponsorships (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sponsor_id uuid NOT NULL,
  sponsored_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, sponsor_id)
);
CREATE INDEX sponsorships_time ON sponsorships (sponsored_at);
