-- Prices of a contract by item, tier and date; an order under it takes the price of its date.
create table contract_rate_sheet (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  -- The contract's first, second, third sheet.
  sequence int not null,
  -- The amendment that brings it; null for the sheet that the contract was signed with.
  amendment_id uuid,
  -- It holds from this day on, until a later sheet does.
  effective_from date not null,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment (org_id, id)
);
select levee_secure('contract_rate_sheet');
-- One sheet of the contract itself, one of each amendment.
create unique index contract_rate_sheet_of on contract_rate_sheet (org_id, contract_id, coalesce(amendment_id, contract_id));

create table contract_rate (
  org_id uuid not null,
  id uuid not null,
  sheet_id uuid not null,
  -- The item's number on the sheet.
  code text not null,
  description text not null,
  commodity_code text,
  unit text not null,
  -- The tier: the price holds for this quantity or more in one order line.
  from_quantity numeric(18,4) not null default 0 check (from_quantity >= 0),
  unit_price numeric(18,4) not null check (unit_price >= 0),
  primary key (org_id, id),
  unique (org_id, sheet_id, code, from_quantity),
  foreign key (org_id, sheet_id) references contract_rate_sheet (org_id, id)
);
select levee_secure('contract_rate');

-- The item of its contract's rate sheet that an order line buys.
alter table purchase_order_line add column rate_code text;

alter table contract_amendment drop constraint contract_amendment_kind_check;
alter table contract_amendment add constraint contract_amendment_kind_check check (kind in ('term', 'money', 'scope', 'option', 'prices'));
