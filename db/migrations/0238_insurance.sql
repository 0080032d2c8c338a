-- Whether a solicitation asks for insurance: its clause is then chosen by the dated rules, and the agency's policy says what a certificate that has run out does.
alter table solicitation add column insurance_required boolean not null default false;

-- Somebody who may approve awards lets one go on without a certificate in force, for a solicitation (its award and orders) or an order of its own. It holds for the
-- certificate that stood there then: with another one that runs out it is asked for anew.
create table insurance_override (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid,
  purchase_order_id uuid,
  vendor_id uuid not null,
  expired_on date,
  reason text not null check (length(reason) >= 10),
  person_id uuid not null,
  at timestamptz not null,
  primary key (org_id, id),
  check (num_nonnulls(solicitation_id, purchase_order_id) = 1),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('insurance_override');
revoke update, delete on insurance_override from levee_app;
create index insurance_override_of on insurance_override (org_id, vendor_id, solicitation_id, purchase_order_id);
