-- What is held for whoever asked the stores is free again after its last day.
alter table stock_request add column held_until date;
update stock_request set held_until = (clock_timestamp() at time zone 'UTC')::date + 14;
alter table stock_request alter column held_until set not null;
alter table stock_request drop constraint stock_request_status_check;
alter table stock_request
  add constraint stock_request_status_check
  check (status in ('open', 'handed_out', 'declined', 'withdrawn', 'lapsed'));
create index stock_request_held on stock_request (org_id, held_until) where status = 'open';
