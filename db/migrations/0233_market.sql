-- Other agencies' published awards (OCDS), brought in from a file that is kept. The same file never comes in twice.
create table ocds_import (
  org_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  document_kind text,
  publisher text,
  published_at timestamptz,
  processes int not null default 0,
  newer int not null default 0,
  awards int not null default 0,
  lines int not null default 0,
  -- What was not understood: [{ kind, where, count, example }].
  report jsonb not null default '[]',
  currencies jsonb not null default '{}',
  error text,
  loaded_by uuid,
  loaded_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, sha256),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('ocds_import');
create index ocds_import_recent on ocds_import (org_id, created_at desc, id desc);

-- A contracting process as its newest release says; an older file never overwrites it.
create table ocds_process (
  org_id uuid not null,
  ocid text not null,
  import_id uuid not null,
  released_at timestamptz not null,
  title text not null default '',
  buyer text not null default '',
  language text,
  primary key (org_id, ocid),
  foreign key (org_id, import_id) references ocds_import (org_id, id)
);
select levee_secure('ocds_process');

-- One line of an award by somebody else. Amounts stay in their own currency: nothing is converted.
create table ocds_line (
  org_id uuid not null,
  id uuid not null,
  ocid text not null,
  award_id text not null,
  lot text not null default '',
  description text not null,
  scheme text,
  class_id text,
  quantity numeric(20, 4),
  unit text,
  unit_amount numeric(24, 6),
  currency text,
  -- stated: the unit's own value; divided: the award's value over the quantity of its only item.
  price_from text check (price_from in ('stated', 'divided')),
  award_amount numeric(24, 4),
  supplier text not null default '',
  buyer text not null default '',
  awarded_on date,
  primary key (org_id, id),
  foreign key (org_id, ocid) references ocds_process (org_id, ocid)
);
select levee_secure('ocds_line');
create index ocds_line_recent on ocds_line (org_id, awarded_on desc nulls last, id desc);
create index ocds_line_of on ocds_line (org_id, ocid);
create index ocds_line_class on ocds_line (org_id, scheme, class_id);

-- Which of their codes an agency takes for one of its own commodities.
create table market_class (
  org_id uuid not null,
  id uuid not null,
  commodity_code text not null,
  scheme text not null,
  prefix text not null check (length(prefix) between 1 and 40),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, commodity_code, scheme, prefix)
);
select levee_secure('market_class');

-- Prices and shares of a span of days are read by these.
create index purchase_order_ordered on purchase_order (org_id, ordered_on desc, id) where issued_at is not null;
