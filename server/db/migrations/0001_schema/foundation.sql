-- Extensions, and the functions that keys and indexes are made with.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- A text as searches and comparisons of names see it: lower case, without accents and other marks that may be left out in writing (the
-- hamza, Hebrew and Arabic points), all apostrophes as one, invisible characters left out. Vowel signs of Indic scripts and the kana's
-- voicing spell other words, so they stay. The dictionary is named, as only then the function is immutable and can be indexed.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent'::regdictionary, normalize(regexp_replace(normalize(
    translate(value,
      '’‘‛´`′ʼʻʹˈ＇' || U&'\00AD\034F\061C\180E\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064\2066\2067\2068\2069'
        || U&'\FE00\FE01\FE02\FE03\FE04\FE05\FE06\FE07\FE08\FE09\FE0A\FE0B\FE0C\FE0D\FE0E\FE0F\FEFF',
      repeat('''', 11)),
    NFD),
    '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED'
      || '\u180B-\u180D\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\U000E0100-\U000E01EF]+',
    '', 'g'), NFKC)))
$$;

-- Leaves out the apostrophes, hyphens and dots of a folded text, which people leave out when they search: O'Brien, Smith-Jones. The
-- same signs are in api/contract/rules/searchWords.ts.
CREATE FUNCTION without_signs(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT translate(folded, U&'''-.\00B7\058A\05BE\2010\2011\2012\2013\2014\2015\2212\30FB', '')
$$;

-- A text as searches see it.
CREATE FUNCTION search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.without_signs(public.fold(value))
$$;

-- Equal long texts are found by a digest, as a row of an index is limited to 2,704 bytes. `convert_to` is declared stable, but
-- from text to UTF-8 it always gives the same bytes.
CREATE FUNCTION digest_of(value text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT sha256(convert_to(value, 'UTF8'))
$$;

-- Secrets and facts that all server processes share.
CREATE TABLE settings (
  key text PRIMARY KEY,
  value text NOT NULL
);

-- Keys that encrypt secrets in the database, themselves encrypted (wrapped) by SECRET_KEY, which is outside of it.
CREATE TABLE data_keys (
  key_id text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('text', 'audit')),
  wrapped text NOT NULL,
  created_at timestamptz NOT NULL,
  retired_at timestamptz,
  settled_at timestamptz -- since then everything is encrypted under it
);
CREATE UNIQUE INDEX data_keys_current ON data_keys (purpose) WHERE retired_at IS NULL;

-- One row for each running server process, which it writes to find out whether writing works.
CREATE TABLE processes (
  process_id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

-- Outbox: a mail is inserted in the transaction that causes it, and sent afterwards, with retry.
CREATE TABLE mails (
  mail_id uuid PRIMARY KEY,
  recipient text NOT NULL,
  locale text NOT NULL,
  template text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  sent_at timestamptz,
  last_error text
);
CREATE INDEX mails_due ON mails (next_attempt_at) WHERE sent_at IS NULL;

-- Wakes the jobs of all processes when the rows are committed. It is called for each row: a statement that adds none wakes nobody.
CREATE FUNCTION notify_due() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify('due', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER mails_notify AFTER INSERT ON mails FOR EACH ROW EXECUTE FUNCTION notify_due();

-- First replies to calls with an Idempotency-Key header.
CREATE TABLE idempotency_keys (
  owner text NOT NULL, -- user_id of the caller; 'anonymous' for all who are not logged in
  key uuid NOT NULL,
  fingerprint bytea NOT NULL, -- SHA-256 of the call
  reply jsonb, -- set in the transaction that inserts the row
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE throttles (
  bucket text PRIMARY KEY,
  hits integer NOT NULL,
  resets_at timestamptz NOT NULL
);
