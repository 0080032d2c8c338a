-- What somebody wrote down for the file of a purchase, where no record says it: never changed, never taken off.
create table purchase_file_entry (
  org_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  element text not null check (element in ('method', 'contractType', 'selection', 'price')),
  words text not null check (length(words) between 10 and 4000),
  written_by uuid not null,
  writer text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, order_id) references purchase_order (org_id, id)
);
select levee_secure('purchase_file_entry');
revoke update, delete on purchase_file_entry from levee_app;
create index purchase_file_entry_order on purchase_file_entry (org_id, order_id);

-- The file of an order that is over. It is frozen once it is paid: its lines as they stood, and the package of evidence.
create table purchase_file (
  org_id uuid not null,
  order_id uuid not null,
  looked_at timestamptz,
  frozen_at timestamptz,
  lines jsonb,
  digest text,
  package_id uuid,
  primary key (org_id, order_id),
  foreign key (org_id, order_id) references purchase_order (org_id, id),
  check ((frozen_at is null) = (lines is null))
);
select levee_secure('purchase_file');
create index purchase_file_waiting on purchase_file (org_id, looked_at nulls first) where frozen_at is null;
