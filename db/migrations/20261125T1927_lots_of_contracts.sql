-- Several vendors under one contract number: each lot is a contract of its own, and all of them draw on one ceiling.
create table contract_master (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  title text not null,
  -- Cents. What orders under all lots may come to together, and what they have drawn.
  ceiling bigint not null check (ceiling >= 0),
  drawn bigint not null default 0 check (drawn >= 0),
  award_id uuid,
  earlier_number text not null default '',
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, award_id) references award(org_id, id),
  check (drawn <= ceiling)
);
select levee_secure('contract_master');
create index contract_master_award on contract_master (org_id, award_id) where award_id is not null;

alter table contract
  add column master_id uuid,
  add column lot_no int check (lot_no > 0),
  -- The lot of the solicitation that was awarded, where one was.
  add column lot_id uuid,
  add constraint contract_lot check ((master_id is null) = (lot_no is null)),
  add constraint contract_of_master foreign key (org_id, master_id) references contract_master(org_id, id);
create unique index contract_lots on contract (org_id, master_id, lot_no) where master_id is not null;

-- What an amendment of a lot adds to the ceiling over all lots.
alter table contract_amendment add column joint_change bigint not null default 0;

-- A share of an award has one contract, or one for each lot.
drop index contract_of_award;
create unique index contract_of_award on contract (
  org_id, award_id, vendor_id, coalesce(lot_id, '00000000-0000-0000-0000-000000000000'::uuid)
) where award_id is not null and status <> 'cancelled';
