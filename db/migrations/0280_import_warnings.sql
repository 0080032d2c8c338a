-- What a check found that does not hold a row back, such as a name much like that of a vendor on file: how many rows, and the first few hundred.
alter table import_run add column warned bigint not null default 0, add column warnings jsonb not null default '[]';

-- Who else is to be paid to a proposed account is asked at every proposal; a file can propose thousands.
create index vendor_bank_change_same on vendor_bank_change (org_id, account_digest) where status = 'proposed';
