-- Who worked when, on what, in whole minutes: the one record of hours, and the dated rates by which
-- work is costed.
create extension if not exists btree_gist;

create table labor_class (
  org_id uuid not null references organization (id),
  id uuid not null,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, code)
);
select levee_secure('labor_class');

-- What an hour costs with its burden, from a day on: of a class of work, or of a class of units.
create table hour_rate (
  org_id uuid not null references organization (id),
  id uuid not null,
  labor_class_id uuid,
  asset_class_id uuid,
  from_day date not null,
  regular_cents bigint not null check (regular_cents >= 0),
  -- Overtime of people; what a unit costs while it stands by.
  other_cents bigint not null check (other_cents >= 0),
  source text not null default '',
  created_by uuid references person (id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique nulls not distinct (org_id, labor_class_id, asset_class_id, from_day),
  foreign key (org_id, labor_class_id) references labor_class (org_id, id),
  foreign key (org_id, asset_class_id) references asset_class (org_id, id),
  check ((labor_class_id is null) <> (asset_class_id is null))
);
select levee_secure('hour_rate');

create table work_hour (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('labor', 'equipment')),
  status text not null default 'entered' check (status in ('entered', 'approved', 'corrected', 'withdrawn')),
  -- Who worked, or who operated the unit.
  person_id uuid references person (id),
  labor_class_id uuid,
  unit_id uuid,
  from_at timestamptz not null,
  to_at timestamptz not null,
  worked_on date not null,
  break_minutes int not null default 0 check (break_minutes >= 0),
  -- What counts: of people the time less breaks, of units the time that they ran.
  minutes int not null check (minutes >= 0),
  standby_minutes int not null default 0 check (standby_minutes >= 0),
  pay text not null default 'regular' check (pay in ('regular', 'overtime')),
  activity text not null default '',
  meter numeric(12, 1) check (meter >= 0),
  place_id uuid,
  asset_id uuid,
  work_order_id uuid,
  incident_id uuid,
  position_id uuid,
  corrects_id uuid,
  correction_reason text not null default '',
  entered_by uuid references person (id),
  approved_by uuid references person (id),
  approved_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, labor_class_id) references labor_class (org_id, id),
  foreign key (org_id, unit_id) references asset (org_id, id),
  foreign key (org_id, place_id) references agency_place (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, work_order_id) references work_order (org_id, id),
  foreign key (org_id, incident_id) references incident (org_id, id),
  foreign key (org_id, position_id) references incident_position (org_id, id),
  foreign key (org_id, corrects_id) references work_hour (org_id, id),
  check (to_at > from_at and to_at <= from_at + interval '24 hours'),
  check ((kind = 'equipment') = (unit_id is not null)),
  check (kind = 'equipment' or person_id is not null),
  check (kind = 'equipment' or standby_minutes = 0),
  check (minutes + standby_minutes + break_minutes <= extract(epoch from to_at - from_at) / 60),
  -- Nobody is in two places, and no unit.
  constraint work_hour_person_apart exclude using gist (
    org_id with =, kind with =, person_id with =, tstzrange(from_at, to_at) with &&
  ) where (status in ('entered', 'approved')),
  constraint work_hour_unit_apart exclude using gist (
    org_id with =, unit_id with =, tstzrange(from_at, to_at) with &&
  ) where (status in ('entered', 'approved') and unit_id is not null)
);
select levee_secure('work_hour');
create unique index work_hour_corrects on work_hour (org_id, corrects_id) where corrects_id is not null and status <> 'withdrawn';
create index work_hour_order on work_hour (org_id, work_order_id) where work_order_id is not null;
create index work_hour_incident on work_hour (org_id, incident_id) where incident_id is not null;
create index work_hour_day on work_hour (org_id, worked_on desc, id);
create index work_hour_waiting on work_hour (org_id) where status = 'entered';

-- What is approved stays: the only change is that a newer row corrects it.
create function work_hour_locked() returns trigger language plpgsql as $$
begin
  if old.status = 'entered' then return new; end if;
  if old.status = 'approved' and new.status = 'corrected'
    and (new.person_id, new.unit_id, new.from_at, new.to_at, new.minutes, new.standby_minutes, new.pay, new.work_order_id, new.incident_id)
      is not distinct from
      (old.person_id, old.unit_id, old.from_at, old.to_at, old.minutes, old.standby_minutes, old.pay, old.work_order_id, old.incident_id)
  then return new; end if;
  raise exception 'hours are locked once they are approved' using errcode = 'check_violation';
end
$$;
create trigger work_hour_locked before update on work_hour for each row execute function work_hour_locked();
