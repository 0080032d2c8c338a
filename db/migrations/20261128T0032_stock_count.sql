-- From which day on which difference may be posted at once, and how often each class is counted.
create table stock_count_rule (
  org_id uuid not null,
  id uuid not null,
  from_on date not null,
  percent_bp int not null check (percent_bp between 0 and 10000),
  cents bigint not null check (cents between 0 and 100000000000),
  days_a int not null check (days_a between 1 and 3660),
  days_b int not null check (days_b between 1 and 3660),
  days_c int not null check (days_c between 1 and 3660),
  set_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, from_on),
  foreign key (set_by) references person(id)
);
select levee_secure('stock_count_rule');
revoke update, delete on stock_count_rule from levee_app;

-- The class of an item by what was issued of it in twelve months, as it was worked out on a day.
create table stock_class (
  org_id uuid not null,
  item_id uuid not null,
  class text not null check (class in ('A', 'B', 'C')),
  issued_cents bigint not null check (issued_cents >= 0),
  worked_on date not null,
  primary key (org_id, item_id),
  foreign key (org_id, item_id) references stock_item(org_id, id)
);
select levee_secure('stock_class');
create index stock_class_class on stock_class (org_id, class);

create table stock_count (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('open', 'recount', 'counted', 'submitted', 'posted', 'aborted')),
  scope text not null check (scope in ('class', 'location', 'items')),
  class text check (class in ('A', 'B', 'C')),
  location_id uuid,
  title text not null,
  percent_bp int not null,
  cents bigint not null,
  planned_by uuid not null,
  counted_by uuid,
  recounted_by uuid,
  submitted_by uuid,
  posted_by uuid,
  fund_id uuid,
  reason text not null default '',
  difference_cents bigint,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, location_id) references stock_location(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  foreign key (planned_by) references person(id),
  foreign key (counted_by) references person(id),
  foreign key (recounted_by) references person(id),
  foreign key (submitted_by) references person(id),
  foreign key (posted_by) references person(id),
  check (recounted_by is distinct from counted_by or counted_by is null),
  check (status <> 'submitted' or recounted_by is not null)
);
select levee_secure('stock_count');
create index stock_count_status on stock_count (org_id, status, created_at desc);

-- What is counted: an item at a location. `again`: it is counted a second time by another person.
create table stock_count_task (
  org_id uuid not null,
  id uuid not null,
  count_id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  found boolean not null default false,
  again boolean not null default false,
  primary key (org_id, id),
  unique (org_id, count_id, item_id, location_id),
  foreign key (org_id, count_id) references stock_count(org_id, id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, location_id) references stock_location(org_id, id)
);
select levee_secure('stock_count_task');
create index stock_count_task_place on stock_count_task (org_id, item_id, location_id);

-- What somebody counted, and beside it, once the round is closed, what the ledger had at that instant.
create table stock_count_entry (
  org_id uuid not null,
  id uuid not null,
  count_id uuid not null,
  task_id uuid not null,
  round int not null check (round in (1, 2)),
  lot text not null default '',
  lot_id uuid,
  quantity numeric(18, 4) not null check (quantity >= 0),
  counted_at timestamptz not null,
  counted_by uuid not null,
  missed boolean not null default false,
  ledger_quantity numeric(18, 4),
  difference_cents bigint,
  beyond boolean,
  primary key (org_id, id),
  foreign key (org_id, count_id) references stock_count(org_id, id),
  foreign key (org_id, task_id) references stock_count_task(org_id, id),
  foreign key (org_id, lot_id) references stock_lot(org_id, id),
  foreign key (counted_by) references person(id)
);
select levee_secure('stock_count_entry');
create unique index stock_count_entry_once on stock_count_entry (org_id, task_id, round, lower(lot));
create index stock_count_entry_count on stock_count_entry (org_id, count_id);

alter table stock_movement add column count_id uuid;
alter table stock_movement add column opening boolean not null default false;
alter table stock_movement add foreign key (org_id, count_id) references stock_count(org_id, id);
create index stock_movement_count on stock_movement (org_id, count_id) where count_id is not null;

-- A count that was posted or ended stays as it is.
create function levee_stock_count_stands() returns trigger language plpgsql as $$
begin
  if old.status in ('posted', 'aborted') then
    raise exception 'a posted count is not changed: count again';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger stands before update or delete on stock_count for each row execute function levee_stock_count_stands();

create function levee_stock_count_part_stands() returns trigger language plpgsql as $$
declare
  part jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if exists (
    select 1 from stock_count c
    where c.org_id = (part ->> 'org_id')::uuid and c.id = (part ->> 'count_id')::uuid
      and c.status in ('posted', 'aborted')
  ) then
    raise exception 'a posted count is not changed: count again';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger stands before insert or update or delete on stock_count_task for each row execute function levee_stock_count_part_stands();
create trigger stands before insert or update or delete on stock_count_entry for each row execute function levee_stock_count_part_stands();
