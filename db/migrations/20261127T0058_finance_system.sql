-- How a file of the agency's finance system is written. One version of a family is in force.
create table fms_layout (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null check (length(name) between 1 and 120),
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  form text not null,
  separator text not null,
  quoting text not null,
  line_end text not null,
  characters text not null,
  headings boolean not null,
  fields jsonb not null,
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('fms_layout');
select levee_definition('fms_layout');

-- What the finance system calls a fund, an account or an account string, from a day on.
create table fms_mapping (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('fund', 'account', 'string')),
  code text not null check (length(code) between 1 and 120),
  target text not null check (length(target) between 1 and 120),
  from_day date not null,
  -- The last day on which it holds; none while it goes on.
  to_day date,
  made_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, kind, code, from_day),
  check (to_day is null or to_day >= from_day)
);
select levee_secure('fms_mapping');
revoke delete on fms_mapping from levee_app;

-- Lines of the general ledger as they went to the finance system, with the bytes of their file.
create table fms_batch (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'built' check (status in (
    'built', 'validated', 'sent', 'acknowledged', 'rejected', 'corrected', 'withdrawn'
  )),
  layout_id uuid not null,
  period_id uuid not null,
  corrects_id uuid,
  -- What its file is called in the finance system: counts up, never used again.
  reference int not null,
  file_name text not null,
  body text not null,
  characters text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  line_count int not null check (line_count > 0),
  debits bigint not null,
  credits bigint not null,
  built_by uuid,
  sent_by uuid,
  sent_at timestamptz,
  answered_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, reference),
  check (sent_by is null or sent_by is distinct from built_by),
  foreign key (org_id, layout_id) references fms_layout(org_id, id),
  foreign key (org_id, period_id) references accounting_period(org_id, id),
  foreign key (org_id, corrects_id) references fms_batch(org_id, id)
);
select levee_secure('fms_batch');
revoke delete on fms_batch from levee_app;
create index fms_batch_recent on fms_batch (org_id, number desc);
create unique index fms_batch_corrected_once on fms_batch (org_id, corrects_id)
where corrects_id is not null and status <> 'withdrawn';

-- What was built once goes out as it was built.
create function levee_fms_bytes() returns trigger language plpgsql as $$
begin
  if (new.body, new.characters, new.sha256, new.file_name, new.layout_id, new.line_count, new.reference)
    is distinct from
    (old.body, old.characters, old.sha256, old.file_name, old.layout_id, old.line_count, old.reference)
  then
    raise exception 'the bytes of a batch are kept as they were built'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
create trigger bytes_unchanged before update on fms_batch
for each row execute function levee_fms_bytes();

create table fms_batch_line (
  org_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  line_no int not null,
  gl_line_id uuid not null,
  fund text not null,
  account text not null,
  string text not null,
  cents bigint not null check (cents <> 0),
  -- In this batch and in no other one; no more once it was withdrawn or went into a corrected one.
  live boolean not null default true,
  -- Why the finance system did not take it.
  rejected text check (length(rejected) between 1 and 500),
  primary key (org_id, id),
  unique (org_id, batch_id, line_no),
  foreign key (org_id, batch_id) references fms_batch(org_id, id),
  foreign key (org_id, gl_line_id) references gl_line(org_id, id)
);
select levee_secure('fms_batch_line');
revoke delete on fms_batch_line from levee_app;
create unique index fms_batch_line_once on fms_batch_line (org_id, gl_line_id) where live;
