-- What federal agencies ask of the market, read by a connector: beside the agency's own solicitations.
create table federal_opportunity (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The notice's own key at SAM.gov; the same solicitation may have several notices.
  notice_id text not null check (notice_id <> ''),
  number text not null default '',
  title text not null check (title <> ''),
  agency text not null default '',
  kind text not null default '',
  set_aside text not null default '',
  naics text not null default '',
  psc text not null default '',
  place text not null default '',
  posted_on date,
  -- As the source says it: with its offset from universal time, else a day alone.
  due_at timestamptz,
  due_on date,
  active boolean not null default true,
  url text not null default '',
  read_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, notice_id)
);
select levee_secure('federal_opportunity');
create index federal_opportunity_due on federal_opportunity (org_id, due_on);
create index federal_opportunity_posted on federal_opportunity (org_id, posted_on);

alter table connector drop constraint connector_kind_check;
alter table connector add constraint connector_kind_check check (
  kind in (
    'file', 'rest', 'grants-gov', 'common-grants', 'sam-exclusions', 'sam-opportunities', 'ocds',
    'list'
  )
);
