-- What a contractor gives up of its claims for work that an application bills, in the words that it signed.
create table pay_waiver (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'signed' check (status in ('signed', 'void')),
  application_id uuid not null,
  kind text not null check (kind in ('conditional', 'unconditional')),
  stage text not null check (stage in ('progress', 'final')),
  amount bigint not null check (amount >= 0),
  work bigint not null check (work >= 0),
  through_on date not null,
  place text not null,
  title text not null,
  words text not null check (words <> ''),
  citation text not null default '',
  signer_name text not null check (signer_name <> ''),
  mark jsonb,
  signed_at timestamptz not null,
  file_id uuid,
  recorded_by uuid,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, application_id) references pay_application(org_id, id),
  foreign key (recorded_by) references person(id),
  check ((mark is null) <> (file_id is null)),
  check ((file_id is not null) = (recorded_by is not null))
);
select levee_secure('pay_waiver');
-- One of a kind stands for each application.
create unique index pay_waiver_one on pay_waiver (org_id, application_id, kind)
  where status = 'signed';
