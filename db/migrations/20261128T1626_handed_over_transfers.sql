-- A driver's link may be for a transfer between the agency's own places, too.
alter table delivery_proof alter column ship_notice_id drop not null;
alter table delivery_proof add column stock_transfer_id uuid;
alter table delivery_proof add foreign key (org_id, stock_transfer_id) references stock_transfer(org_id, id);
alter table delivery_proof add check ((ship_notice_id is null) <> (stock_transfer_id is null));
create unique index delivery_proof_transfer_open on delivery_proof (org_id, stock_transfer_id) where ended_at is null and given_at is null;
create index delivery_proof_transfer_given on delivery_proof (org_id, stock_transfer_id, given_at) where given_at is not null;
