-- Log-ins through an organisation's own identity provider, and the domains for which it may speak.

-- Domains of e-mail addresses. Several organisations may claim one; one at most has proven it (DNS TXT), and links by its addresses.
CREATE TABLE domains (
  domain_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations,
  name text NOT NULL, -- in Unicode and lower case, as in `users.email_key`
  token text NOT NULL, -- expected in DNS
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  found jsonb, -- what the last check found, at which names
  proven_at timestamptz, -- without `verified_at`: another organisation holds the domain, which moves later
  verified_at timestamptz,
  absent_since timestamptz, -- the proof was not there; an error of DNS is no absence
  frozen_at timestamptz, -- absent for too long: no new links
  contested_at timestamptz, -- another organisation has proven it too: no new links
  CHECK (verified_at IS NULL OR proven_at IS NOT NULL)
);
CREATE UNIQUE INDEX domains_organisation ON domains (organisation_id, name);
CREATE UNIQUE INDEX domains_verified ON domains (name) WHERE verified_at IS NOT NULL;
CREATE INDEX domains_name ON domains (name);
CREATE INDEX domains_creator ON domains (created_by) WHERE created_by IS NOT NULL;
