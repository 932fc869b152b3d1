-- Settings of the installation that system administrators have changed; every process keeps them in memory.

CREATE TABLE system_settings (
  name text PRIMARY KEY,
  value jsonb, -- null: the default
  version integer NOT NULL,
  changed_by uuid REFERENCES users ON DELETE SET NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX system_settings_changed_by ON system_settings (changed_by) WHERE changed_by IS NOT NULL;
CREATE TRIGGER system_settings_notify AFTER INSERT OR UPDATE ON system_settings FOR EACH ROW EXECUTE FUNCTION notify_due();
