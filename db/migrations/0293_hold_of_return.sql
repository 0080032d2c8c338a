-- The payment that came back and for which payment of its vendor is held.
alter table payment_hold
  add column payment_id uuid,
  add foreign key (org_id, payment_id) references payment (org_id, id);
create unique index payment_hold_return on payment_hold (org_id, vendor_id) where payment_id is not null and lifted_at is null;
