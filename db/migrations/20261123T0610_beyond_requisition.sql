-- What an addendum asks for beyond the requisition's line and says is not from it: ordered from an account chosen at the award.
alter table solicitation_item add column beyond numeric(18,4) not null default 0 check (beyond >= 0);
