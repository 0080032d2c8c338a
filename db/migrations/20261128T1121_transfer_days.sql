-- On which day a transfer is expected where it goes.
alter table stock_transfer add column expected_on date;
create index stock_transfer_expected on stock_transfer (org_id, expected_on) where status in ('sent', 'short');
