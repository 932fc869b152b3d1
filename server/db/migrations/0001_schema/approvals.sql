-- Acts that need a second administrator. Users are named without foreign keys: a lock on an administrator's row would wait for what
-- others do to them, and the account may be gone.

CREATE TABLE approval_requests (
  request_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  action text NOT NULL, -- name of the call
  target_id uuid NOT NULL, -- the user or the organisation it is about
  organisation_id uuid NOT NULL,
  target text NOT NULL, -- as shown
  detail jsonb NOT NULL, -- arguments: requester and approver agree in them
  effects text[] NOT NULL DEFAULT '{}',
  target_state text NOT NULL, -- of the target when it was requested, as far as it matters
  reason text NOT NULL,
  system_only boolean NOT NULL, -- only system administrators may decide
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL, -- of an approved one: until when the requester may use it
  notified_at timestamptz, -- when approvers were mailed
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'done', 'refused', 'withdrawn', 'expired')),
  decided_by uuid,
  decided_at timestamptz
);
CREATE UNIQUE INDEX approval_requests_open ON approval_requests (action, target_id, requested_by) WHERE state = 'open';
CREATE INDEX approval_requests_requester ON approval_requests (requested_by, requested_at);

-- Users of a request about many.
CREATE TABLE approval_targets (
  request_id uuid NOT NULL REFERENCES approval_requests ON DELETE CASCADE ON UPDATE CASCADE, -- changes when it is requested again
  user_id uuid NOT NULL,
  place integer NOT NULL, -- from 1, in the order in which they are shown
  target_state text NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (request_id, user_id)
);
CREATE INDEX approval_targets_open ON approval_targets (request_id) WHERE done_at IS NULL;
CREATE INDEX approval_targets_user ON approval_targets (user_id);

-- Users whom an administrator has disabled or reset alone where four eyes are required, for the limit.
CREATE TABLE four_eyes_acts (
  actor_id uuid NOT NULL,
  user_id uuid NOT NULL,
  acted_at timestamptz NOT NULL,
  PRIMARY KEY (actor_id, user_id)
);

-- Who made, invited or promoted whom: they do not approve for each other.
CREATE TABLE sponsorships (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sponsor_id uuid NOT NULL,
  sponsored_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, sponsor_id)
);
CREATE INDEX sponsorships_time ON sponsorships (sponsored_at);
