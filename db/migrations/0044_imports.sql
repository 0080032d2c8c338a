-- Documents of a vendor are attachments like those of every record.
drop table vendor_document;

-- A file that is brought in: which column is which field, what it would do, what it did, how far it is.
create table import_run (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  state text not null default 'mapping' check (state in ('mapping', 'validating', 'validated', 'committing', 'committed', 'failed')),
  columns text[] not null,
  mapping jsonb not null default '{}',
  counts jsonb not null default '{"create":0,"update":0,"skip":0,"reject":0}',
  -- The first few hundred refused rows; import_reject has all.
  problems jsonb not null default '[]',
  rows_total bigint,
  -- Rows of the file that are committed; work goes on behind them after a stop.
  rows_done bigint not null default 0,
  error text,
  created_by uuid,
  committed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('import_run');
create index import_run_file on import_run (org_id, kind, sha256);
create index import_run_recent on import_run (org_id, created_at desc);

create table import_reject (
  org_id uuid not null,
  import_id uuid not null,
  row_no int not null,
  cells text[] not null,
  problems jsonb not null,
  primary key (org_id, import_id, row_no),
  foreign key (org_id, import_id) references import_run (org_id, id)
);
select levee_secure('import_reject');

-- The columns that an agency matched last time, per kind.
create table import_mapping (
  org_id uuid not null,
  kind text not null,
  mapping jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, kind)
);
select levee_secure('import_mapping');
