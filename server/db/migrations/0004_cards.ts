/** A card for everybody: the narrow copy of people that searches read, so that counting a tenth of a million takes no look at the rows. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** What the filters of the grid ask of people, beside the text that is searched. */
const STANDING = 'enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at';
const COPIED = `organisation_id, ${STANDING}, search_text`;
const copiedOf = (row: 'OLD' | 'NEW') =>
  COPIED.split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ');

const statements = [
  // Over a million people this takes longer than any call may.
  `SET LOCAL statement_timeout = 0`,

  // Room on every page: a card whose text stays is then changed where it is, with no work for its indexes.
  `CREATE TABLE cards (
     user_id uuid PRIMARY KEY,
     organisation_id uuid NOT NULL,
     search_text text NOT NULL,
     enabled boolean NOT NULL,
     registered boolean NOT NULL,
     mfa_enrolled boolean NOT NULL,
     mfa_required_override boolean,
     seen_at timestamptz NOT NULL,
     locked_until timestamptz,
     invite_expires_at timestamptz
   ) WITH (fillfactor = 90)`,

  // The store keeps them itself, in the transaction of the change.
  `CREATE FUNCTION write_cards() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO cards (user_id, ${COPIED}) SELECT user_id, ${COPIED} FROM people;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION change_card() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE cards SET (${COPIED}) = ROW(${copiedOf('NEW')}) WHERE user_id = NEW.user_id;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION drop_cards() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM cards USING people WHERE cards.user_id = people.user_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER cards_come AFTER INSERT ON users REFERENCING NEW TABLE AS people FOR EACH STATEMENT EXECUTE FUNCTION write_cards()`,
  `CREATE TRIGGER cards_go AFTER DELETE ON users REFERENCING OLD TABLE AS people FOR EACH STATEMENT EXECUTE FUNCTION drop_cards()`,
  `CREATE TRIGGER cards_change AFTER UPDATE ON users FOR EACH ROW
     WHEN ((${copiedOf('OLD')}) IS DISTINCT FROM (${copiedOf('NEW')})) EXECUTE FUNCTION change_card()`,

  `INSERT INTO cards (user_id, ${COPIED}) SELECT user_id, ${COPIED} FROM users`,
  `CREATE INDEX cards_search ON cards USING gin (search_text gin_trgm_ops)`,
  // Two letters begin one of the threes that a text is cut into, which end with the space after a word. Only letters and digits of
  // ASCII are looked for so: what is not ASCII counts as a space, since a three that has any is kept as a hash.
  `CREATE INDEX cards_pairs ON cards USING gin (array_to_tsvector(show_trgm(regexp_replace(search_text, '[^ -~]+', ' ', 'g'))))`,
  `CREATE INDEX cards_organisation ON cards (organisation_id)`,
  `ANALYZE cards`,

  // Both searched people; a change of somebody no longer pays for either.
  `DROP INDEX users_search`,
  `DROP INDEX users_organisation`,
  `CREATE INDEX users_organisation ON users (organisation_id, user_name_key) INCLUDE (user_id, ${STANDING})`,

  // By their last log-in the disabled stand far down, among everybody.
  `CREATE INDEX users_disabled_by_last_login ON users (last_login_at NULLS FIRST, user_id)
     INCLUDE (organisation_id, ${STANDING}) WHERE NOT enabled`,
];
