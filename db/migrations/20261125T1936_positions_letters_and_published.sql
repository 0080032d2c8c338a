-- Positions that an incident adds below the fixed ones, and the tables of its radio, contact and medical
-- plans.
alter table incident_position
  add column kind text not null default 'position',
  add column added_by uuid,
  add column closed_at timestamptz,
  add constraint incident_position_kind_check check (
    kind in ('position', 'branch', 'division', 'group', 'taskForce', 'unit')
  );
alter table incident_plan add column forms jsonb not null default '{}';

-- What FEMA publishes of a project beside its money: its own number, the program's year, the federal
-- share, and benefits.
alter table fema_published
  add column identifier text not null default '',
  add column program_year integer,
  add column share_percent double precision,
  add column ratio double precision,
  add column benefit_cents bigint;
create index fema_published_newest on fema_published (org_id, dataset, day desc, id);

-- An appeal goes on at its next level, once; FEMA's letters belong to the appeal that they came in.
alter table pa_appeal
  add column earlier_id uuid,
  add foreign key (org_id, earlier_id) references pa_appeal(org_id, id);
create unique index pa_appeal_next on pa_appeal (org_id, earlier_id) where earlier_id is not null;
create table pa_appeal_letter (
  org_id uuid not null,
  id uuid not null,
  appeal_id uuid not null,
  kind text not null,
  sender text not null,
  dated_on date not null,
  sent_on date,
  received_on date,
  due_on date,
  answered_on date,
  subject text not null,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, appeal_id) references pa_appeal(org_id, id),
  constraint pa_appeal_letter_kind_check check (
    kind in ('acknowledgment', 'request', 'decision', 'other')
  ),
  constraint pa_appeal_letter_sender_check check (sender in ('fema', 'recipient', 'board')),
  constraint pa_appeal_letter_due_check check ((kind = 'request') = (due_on is not null))
);
create index pa_appeal_letter_of on pa_appeal_letter (org_id, appeal_id, dated_on);
select levee_secure('pa_appeal_letter');

do $$
begin
  -- A database whose owner is no superuser reads all agencies only like this, within this transaction.
  alter table import_run no force row level security;
  -- A program's year stood for the disaster where its column came first; what was chosen is proposed next.
  update import_run
  set mapping = jsonb_set(mapping, '{number}', '"disasterNumber"')
  where kind = 'fema-mitigation' and mapping ->> 'number' = 'programFy';
  alter table import_run force row level security;
end $$;
