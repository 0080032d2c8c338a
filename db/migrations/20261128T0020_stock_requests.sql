-- What somebody asks the stores for instead of buying it: held for their department until it is handed out.
create table stock_request (
  org_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  department_id uuid not null,
  quantity numeric(18, 4) not null check (quantity > 0),
  needed_on date,
  note text not null default '',
  held_for uuid not null,
  asked_by uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  status text not null default 'open' check (status in ('open', 'handed_out', 'declined', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz,
  answer text not null default '',
  movement_id uuid,
  primary key (org_id, id),
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'handed_out') = (movement_id is not null)),
  foreign key (org_id, item_id) references stock_item(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (org_id, movement_id) references stock_movement(org_id, id),
  foreign key (asked_by) references person(id),
  foreign key (decided_by) references person(id)
);
select levee_secure('stock_request');
create index stock_request_open on stock_request (org_id, asked_at) where status = 'open';
create index stock_request_own on stock_request (org_id, asked_by, asked_at desc);
