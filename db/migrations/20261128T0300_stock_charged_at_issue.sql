-- Whose budget line bears what lies at a location until it is issued. Issues moved no budget until now: what
-- was said to be charged as it is issued goes on as it was, until somebody names the line of the stores.
alter table stock_location add column charge_account_id uuid;
update stock_location set charge_at = 'purchase' where charge_at <> 'purchase';
alter table stock_location add foreign key (org_id, charge_account_id) references account_string(org_id, id);
alter table stock_location add check ((charge_at = 'issue') = (charge_account_id is not null));

-- What a line of a movement charged: up for the consumer's line, down for the line of the stores.
create table stock_charge (
  org_id uuid not null,
  line_id uuid not null,
  movement_id uuid not null,
  -- The line of the issue that it follows from.
  issue_line_id uuid not null,
  account_string_id uuid not null,
  stores_account_id uuid not null,
  -- Null where its year is closed and the open one has no such lines: no budget moved.
  fiscal_year_id uuid,
  -- More than nothing: the consumer bears more.
  cents bigint not null,
  posted_on date not null,
  primary key (org_id, line_id),
  foreign key (org_id, line_id) references stock_movement_line(org_id, id),
  foreign key (org_id, issue_line_id) references stock_movement_line(org_id, id),
  foreign key (org_id, movement_id) references stock_movement(org_id, id),
  foreign key (org_id, account_string_id) references account_string(org_id, id),
  foreign key (org_id, stores_account_id) references account_string(org_id, id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id)
);
select levee_secure('stock_charge');
revoke update, delete on stock_charge from levee_app;
create index stock_charge_movement on stock_charge (org_id, movement_id);
create index stock_charge_issue on stock_charge (org_id, issue_line_id);
