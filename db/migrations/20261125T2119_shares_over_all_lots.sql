-- Which share of the ceiling over all lots the owners were told of last, as a contract's own.
alter table contract_master add column told_percent int not null default 0;
