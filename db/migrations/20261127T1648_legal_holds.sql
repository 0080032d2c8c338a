-- One legal hold for records of every kind; the holds of submissions move into it.
create table legal_hold (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('standing', 'lifted')),
  matter text not null check (length(matter) between 3 and 200),
  reason text not null check (reason <> ''),
  placed_by uuid not null,
  placed_name text not null,
  placed_at timestamptz not null default clock_timestamp(),
  lifted_by uuid,
  lifted_name text,
  lifted_at timestamptz,
  lift_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (placed_by) references person(id),
  foreign key (lifted_by) references person(id),
  check ((status = 'lifted') = (lifted_at is not null)),
  check ((lifted_at is null) = (lifted_by is null))
);
select levee_secure('legal_hold');
create index legal_hold_status on legal_hold (org_id, status, number);

create table legal_hold_record (
  org_id uuid not null,
  hold_id uuid not null,
  object_type text not null,
  object_id uuid not null,
  object_number text not null,
  added_by uuid not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (org_id, hold_id, object_type, object_id),
  foreign key (org_id, hold_id) references legal_hold(org_id, id),
  foreign key (added_by) references person(id)
);
select levee_secure('legal_hold_record');
create index legal_hold_record_object on legal_hold_record (org_id, object_type, object_id);

with numbered as (
  select
    h.*, extract(year from h.placed_at)::int as year,
    row_number() over (
      partition by h.org_id, extract(year from h.placed_at)
      order by h.placed_at, h.id
    ) as n
  from form_hold h
)
insert into legal_hold (
  org_id, id, number, status, matter, reason, placed_by, placed_name, placed_at, lifted_by,
  lifted_name, lifted_at, lift_reason
)
select
  org_id, id, 'LH-' || year || '-' || lpad(n::text, 5, '0'),
  case when lifted_at is null then 'standing' else 'lifted' end, left(case when length(reason) < 3 then reason || '...' else reason end, 200), reason,
  placed_by, placed_name, placed_at, lifted_by, lifted_name, lifted_at, lift_reason
from numbered;

insert into legal_hold_record (org_id, hold_id, object_type, object_id, object_number, added_by, added_at)
select h.org_id, h.id, 'formSubmission', s.id, s.number, h.placed_by, h.placed_at
from form_hold h
join form_submission s on s.org_id = h.org_id and s.id = h.submission_id;

insert into record_counter (org_id, kind, year, last)
select org_id, 'LH', extract(year from placed_at)::int, count(*)
from form_hold
group by 1, 3;

drop table form_hold;

-- What every deletion asks, without knowing these tables: whether a hold stands on a record, and which.
create function levee_held(org uuid, type text, record uuid) returns boolean language sql stable as $$
  select exists (
    select 1
    from legal_hold_record r
    join legal_hold h on h.org_id = r.org_id and h.id = r.hold_id
    where r.org_id = org and r.object_type = type and r.object_id = record and h.status = 'standing'
  )
$$;
create function levee_holds(org uuid, type text, records uuid[])
returns table (hold_id uuid, number text, matter text) language sql stable as $$
  select h.id, h.number, h.matter
  from legal_hold_record r
  join legal_hold h on h.org_id = r.org_id and h.id = r.hold_id
  where r.org_id = org
    and r.object_type = type
    and r.object_id = any (records)
    and h.status = 'standing'
  order by h.placed_at, h.id
$$;
