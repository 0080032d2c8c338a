-- Keys of the people who open bids: the public half, and the private half wrapped in the officer's browser under a passphrase that nobody else knows.
-- An escrow key has no wrapped half here: it lies in a file that somebody keeps offline.
create table officer_key (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  escrow boolean not null default false,
  label text not null check (label <> ''),
  public_key text not null,
  fingerprint text not null,
  wrapped text,
  retired_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, public_key),
  check (escrow = (wrapped is null))
);
select levee_secure('officer_key');
create unique index officer_key_live on officer_key (org_id, person_id) where retired_at is null and not escrow;

-- Who opens a solicitation: a place (where the secret's line is evaluated), its key, and when this key proved at the rehearsal that it can open.
create table opening_officer (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  x int not null check (x between 1 and 5),
  key_id uuid not null,
  person_id uuid not null,
  rehearsed_at timestamptz,
  replaced_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, key_id) references officer_key (org_id, id)
);
select levee_secure('opening_officer');
create unique index opening_officer_place on opening_officer (org_id, solicitation_id, x) where replaced_at is null;
create index opening_officer_key on opening_officer (org_id, key_id) where replaced_at is null;

-- The test envelope of a rehearsal: it holds nothing, and what officers give for it is kept in the open.
create table opening_rehearsal (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  officers jsonb not null,
  manifest jsonb not null,
  ciphertext text not null,
  shares jsonb not null default '[]',
  opened_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('opening_rehearsal');
create index opening_rehearsal_of on opening_rehearsal (org_id, solicitation_id, created_at desc);

-- One row per revision of a vendor's bid. Nothing of what it says is here before the opening.
create table bid (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  vendor_id uuid not null,
  identity_id uuid not null,
  revision int not null check (revision > 0),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'superseded', 'withdrawn', 'opened', 'unopened', 'responsive', 'nonresponsive', 'evaluated', 'selected', 'not_selected')),
  protection text not null check (protection in ('sealed', 'held')),
  officers jsonb,
  addenda_acknowledged int[] not null default '{}',
  submitted_by uuid,
  submitted_by_name text,
  received_at timestamptz,
  -- The deadline that held when it was received; the receipt names it.
  due_at timestamptz,
  receipt_entry uuid,
  ended_at timestamptz,
  opened_at timestamptz,
  price_opened_at timestamptz,
  failure text,
  reason text,
  statement text,
  price_note text,
  valid_days int,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, vendor_id, revision),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (status = 'draft' or received_at is not null)
);
select levee_secure('bid');
create unique index bid_live on bid (org_id, solicitation_id, vendor_id) where status not in ('draft', 'superseded', 'withdrawn');
create unique index bid_draft on bid (org_id, solicitation_id, vendor_id) where status = 'draft';
create index bid_received on bid (org_id, solicitation_id, received_at, id);
create index bid_identity on bid (identity_id, created_at desc nulls first, id desc nulls first);

create table bid_envelope (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  envelope text not null check (envelope in ('bid', 'technical', 'price')),
  state text not null default 'empty' check (state in ('empty', 'stored', 'sealed', 'erasing', 'erased', 'opened', 'failed')),
  sha256 text,
  size bigint,
  manifest jsonb,
  server_part text,
  failure text,
  opened_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, bid_id, envelope),
  foreign key (org_id, bid_id) references bid (org_id, id)
);
select levee_secure('bid_envelope');
create index bid_envelope_erasing on bid_envelope (org_id, id) where state = 'erasing';

-- The shares as they lie now: as the vendor sealed them, or as an officer sealed them anew for a successor.
create table bid_share (
  org_id uuid not null,
  id uuid not null,
  envelope_id uuid not null,
  x int not null,
  key_id uuid not null,
  enc text not null,
  ct text not null,
  hash text not null,
  primary key (org_id, id),
  unique (org_id, envelope_id, x),
  foreign key (org_id, envelope_id) references bid_envelope (org_id, id)
);
select levee_secure('bid_share');
create index bid_share_key on bid_share (org_id, key_id);

-- What a vendor did, and when: the audit record holds its digest at once, and its text when the bids are opened.
create table bid_event (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  bid_id uuid,
  vendor_id uuid not null,
  identity_id uuid not null,
  person_id uuid,
  person_name text not null,
  kind text not null check (kind in ('prepared', 'submitted', 'superseded', 'withdrawn', 'refused')),
  detail text not null default '',
  at timestamptz not null,
  salt text not null,
  revealed_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('bid_event');
create index bid_event_of on bid_event (org_id, solicitation_id, at, id);

-- While a bid is under seal, the agency's people cannot see its rows, whatever a program asks in their name: only its vendor's person and the system can.
create policy under_seal on bid as restrictive to levee_app using (opened_at is not null or (select levee_person()) is null or identity_id = any ((select levee_vendors())::uuid[]));
create policy under_seal on bid_event as restrictive to levee_app using (revealed_at is not null or (select levee_person()) is null or identity_id = any ((select levee_vendors())::uuid[]));
create policy under_seal on bid_envelope as restrictive to levee_app using ((select levee_person()) is null or (org_id, bid_id) in (select b.org_id, b.id from bid b));
create policy under_seal on bid_share as restrictive to levee_app using ((select levee_person()) is null or (org_id, envelope_id) in (select e.org_id, e.id from bid_envelope e));
create policy own on bid for select to levee_vendor using (identity_id = any (levee_vendors()));
create policy own on bid_envelope for select to levee_vendor using ((org_id, bid_id) in (select b.org_id, b.id from bid b));
grant select on bid, bid_envelope to levee_vendor;

-- A sitting at which one kind of envelope is opened.
create table opening (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  stage text not null check (stage in ('bid', 'technical', 'price')),
  state text not null default 'waiting' check (state in ('waiting', 'opening', 'done')),
  began_at timestamptz,
  done_at timestamptz,
  opened int not null default 0,
  failed int not null default 0,
  minutes jsonb,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, stage),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('opening');

create table opening_attendance (
  org_id uuid not null,
  id uuid not null,
  opening_id uuid not null,
  person_id uuid not null,
  name text not null,
  officer boolean not null default false,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, opening_id, person_id),
  foreign key (org_id, opening_id) references opening (org_id, id)
);
select levee_secure('opening_attendance');

-- A share as an officer gave it at the sitting; null when the officer says that the sealed share does not open.
create table opening_share (
  org_id uuid not null,
  id uuid not null,
  opening_id uuid not null,
  envelope_id uuid not null,
  x int not null,
  person_id uuid not null,
  name text not null,
  share text,
  good boolean not null,
  given_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, envelope_id, x),
  foreign key (org_id, opening_id) references opening (org_id, id)
);
select levee_secure('opening_share');
create index opening_share_of on opening_share (org_id, opening_id, x);

-- What the bids say, once they are open.
create table bid_line (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  item_id uuid not null,
  no_bid boolean not null default false,
  unit_price numeric(18, 4) check (unit_price >= 0),
  quantity numeric(18, 4),
  alternate text not null default '',
  lead_days int,
  primary key (org_id, id),
  foreign key (org_id, bid_id) references bid (org_id, id),
  foreign key (org_id, item_id) references solicitation_item (org_id, id)
);
select levee_secure('bid_line');
create index bid_line_of on bid_line (org_id, bid_id);
create index bid_line_item on bid_line (org_id, item_id);
create table bid_discount (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  lot_ids uuid[] not null,
  from_cents bigint not null check (from_cents >= 0),
  percent numeric(4, 2) not null check (percent >= 0 and percent < 100),
  primary key (org_id, id),
  foreign key (org_id, bid_id) references bid (org_id, id)
);
select levee_secure('bid_discount');
create index bid_discount_of on bid_discount (org_id, bid_id);
create table bid_capacity (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  lot_id uuid,
  most_cents bigint not null check (most_cents > 0),
  primary key (org_id, id),
  foreign key (org_id, bid_id) references bid (org_id, id)
);
select levee_secure('bid_capacity');
create index bid_capacity_of on bid_capacity (org_id, bid_id);
create table bid_answer (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  requirement_id uuid not null,
  value text not null,
  primary key (org_id, id),
  unique (org_id, bid_id, requirement_id),
  foreign key (org_id, bid_id) references bid (org_id, id),
  foreign key (org_id, requirement_id) references solicitation_requirement (org_id, id)
);
select levee_secure('bid_answer');
create table bid_file (
  org_id uuid not null,
  id uuid not null,
  bid_id uuid not null,
  envelope text not null,
  requirement_id uuid,
  -- null when the file is of a type that is not taken in: its name and hash stay on record.
  file_id uuid,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  primary key (org_id, id),
  foreign key (org_id, bid_id) references bid (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('bid_file');
create index bid_file_of on bid_file (org_id, bid_id);

-- The public tabulation of an opening that is published: who bid what, as read out.
create table bid_tabulation (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  stage text not null,
  rows jsonb not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, stage),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('bid_tabulation');
revoke update, delete on bid_tabulation from levee_app;
create policy published on bid_tabulation for select to levee_anon, levee_vendor using ((org_id, solicitation_id) in (select s.org_id, s.id from solicitation s));
grant select on bid_tabulation to levee_anon, levee_vendor;
