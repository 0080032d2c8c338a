-- What moved in the stores: posted once, reversed once by another one, never changed.
create table stock_movement (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kind text not null check (kind in ('receipt', 'issue', 'return', 'transfer', 'adjust', 'scrap')),
  status text not null check (status in ('posted', 'reversed')),
  moved_on date not null,
  posted_at timestamptz not null,
  consumer_type text check (consumer_type in ('workOrder', 'project', 'incident', 'department')),
  consumer_id uuid,
  consumer text,
  reason text not null default '',
  receipt_id uuid,
  reverses_id uuid,
  entered_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, receipt_id) references receipt(org_id, id),
  foreign key (org_id, reverses_id) references stock_movement(org_id, id),
  foreign key (entered_by) references person(id),
  check (kind not in ('issue', 'return') or consumer_id is not null),
  check ((consumer_type is null) = (consumer_id is null) and (consumer_id is null) = (consumer is null)),
  check (kind not in ('adjust', 'scrap') or length(reason) >= 3)
);
select levee_secure('stock_movement');
create unique index stock_movement_reverses on stock_movement (org_id, reverses_id) where reverses_id is not null;
create index stock_movement_newest on stock_movement (org_id, moved_on desc, number desc);
create index stock_movement_kind on stock_movement (org_id, kind, moved_on desc);
create index stock_movement_consumer on stock_movement (org_id, consumer_type, consumer_id, moved_on desc) where consumer_id is not null;
create index stock_movement_receipt on stock_movement (org_id, receipt_id) where receipt_id is not null;

-- Out of a place, into one, or both; an adjusting entry moves nothing but the value of the line that it names.
create table stock_movement_line (
  org_id uuid not null,
  id uuid not null,
  movement_id uuid not null,
  line_no int not null check (line_no > 0),
  item_id uuid not null,
  lot_id uuid,
  fund_id uuid not null,
  from_location_id uuid,
  to_location_id uuid,
  quantity numeric(18, 4) not null check (quantity >= 0),
  unit text not null,
  typed_quantity numeric(18, 4) not null,
  value_cents bigint not null,
  returns_line_id uuid,
  corrects_line_id uuid,
  receipt_line_id uuid,
  primary key (org_id, id),
  unique (org_id, movement_id, line_no),
  foreign key (org_id, movement_id) references stock_movement(org_id, id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, lot_id) references stock_lot(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  foreign key (org_id, from_location_id) references stock_location(org_id, id),
  foreign key (org_id, to_location_id) references stock_location(org_id, id),
  foreign key (org_id, returns_line_id) references stock_movement_line(org_id, id),
  foreign key (org_id, corrects_line_id) references stock_movement_line(org_id, id),
  foreign key (org_id, receipt_line_id) references receipt_line(org_id, id),
  check ((corrects_line_id is null) = (quantity > 0)),
  check ((corrects_line_id is null) = (from_location_id is not null or to_location_id is not null)),
  check (from_location_id is distinct from to_location_id or from_location_id is null)
);
select levee_secure('stock_movement_line');
create index stock_movement_line_pool on stock_movement_line (org_id, item_id, fund_id);
create index stock_movement_line_lot on stock_movement_line (org_id, lot_id) where lot_id is not null;
create index stock_movement_line_corrects on stock_movement_line (org_id, corrects_line_id) where corrects_line_id is not null;
create index stock_movement_line_returns on stock_movement_line (org_id, returns_line_id) where returns_line_id is not null;
create index stock_movement_line_receipt on stock_movement_line (org_id, receipt_line_id) where receipt_line_id is not null;

-- What lies where: the sum of what was posted, moved by one conditional statement a row.
create table stock_balance (
  org_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  lot_id uuid,
  fund_id uuid not null,
  on_hand numeric(18, 4) not null default 0 check (on_hand >= 0),
  reserved numeric(18, 4) not null default 0 check (reserved >= 0),
  primary key (org_id, id),
  unique nulls not distinct (org_id, item_id, location_id, lot_id, fund_id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, location_id) references stock_location(org_id, id),
  foreign key (org_id, lot_id) references stock_lot(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  check (reserved <= on_hand)
);
select levee_secure('stock_balance');
create index stock_balance_location on stock_balance (org_id, location_id) where on_hand > 0;
create index stock_balance_lot on stock_balance (org_id, lot_id) where lot_id is not null;

-- Stock of one item of one fund over all places, with what is left of each receipt.
create table stock_pool (
  org_id uuid not null,
  item_id uuid not null,
  fund_id uuid not null,
  quantity numeric(18, 4) not null default 0 check (quantity >= 0),
  value_cents bigint not null default 0 check (value_cents >= 0),
  state jsonb not null,
  primary key (org_id, item_id, fund_id),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  check (quantity > 0 or value_cents = 0)
);
select levee_secure('stock_pool');

-- From which day on a class of items is priced how; before the first one by the mean.
create table stock_cost_policy (
  org_id uuid not null,
  id uuid not null,
  cost_class text not null check (length(cost_class) between 1 and 40),
  method text not null check (method in ('average', 'fifo')),
  from_on date not null,
  set_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cost_class, from_on),
  foreign key (set_by) references person(id)
);
select levee_secure('stock_cost_policy');

-- A posted movement stays as it is; the only thing that becomes of it is that another one reverses it.
create function levee_stock_movement_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'posted' and new.status = 'reversed'
    and to_jsonb(new) - array['status', 'version', 'updated_at'] = to_jsonb(old) - array['status', 'version', 'updated_at']
  then return new;
  end if;
  raise exception 'a posted movement is not changed: reverse it';
end $$;
create trigger stands before update or delete on stock_movement for each row execute function levee_stock_movement_stands();

create function levee_stock_line_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
    select 1 from stock_movement m
    where m.org_id = new.org_id and m.id = new.movement_id and m.xmin = pg_current_xact_id()::xid
  ) then return new;
  end if;
  raise exception 'lines of a posted movement are not changed: reverse it';
end $$;
create trigger stands before insert or update or delete on stock_movement_line for each row execute function levee_stock_line_stands();
