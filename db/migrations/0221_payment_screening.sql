-- For which record a screening was made: a payment run, a registration, an award.
alter table vendor_screening
  add column object_type text,
  add column object_id uuid,
  add column object_number text,
  add check ((object_type is null) = (object_id is null));
create index vendor_screening_about on vendor_screening (org_id, object_id, vendor_id, at desc) where object_id is not null;

-- The evidence with which a payment went out. Payments of before have none.
alter table payment
  add column screening_id uuid,
  add foreign key (org_id, screening_id) references vendor_screening (org_id, id);
