-- Contracts from draft to closeout: who, what, for how long, up to which ceiling.
create table contract (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'requested' check (status in ('requested', 'drafting', 'negotiation', 'legal_review', 'in_approval', 'approved', 'out_for_signature', 'active', 'closeout', 'closed', 'suspended', 'expired', 'terminated', 'cancelled')),
  title text not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('goods', 'services', 'construction', 'professional', 'software', 'cooperative', 'other')),
  price_type text not null check (price_type in ('fixed', 'unit', 'time_and_materials', 'cost_plus_fixed_fee')),
  -- Why no other price type is suitable for time and materials, 2 CFR 200.318(j).
  determination text not null default '',
  -- How the vendor was chosen, by the names of 2 CFR 200.320; from what, and where that is on file.
  method text,
  basis text check (basis in ('award', 'quotes', 'requisition', 'cooperative', 'noncompetitive', 'other')),
  evidence text not null default '',
  department_id uuid not null,
  owner_id uuid,
  starts_on date not null,
  ends_on date not null,
  -- As it was signed first; null before.
  original_ends_on date,
  option_count int not null default 0 check (option_count >= 0),
  option_months int not null default 0 check (option_months >= 0),
  option_notice_days int not null default 0 check (option_notice_days >= 0),
  options_used int not null default 0,
  -- Cents. What orders may draw in all, and what they have drawn; the entries below add up to both.
  ceiling bigint not null check (ceiling >= 0),
  original_ceiling bigint,
  drawn bigint not null default 0 check (drawn >= 0),
  -- How many entries its ceiling has.
  entries int not null default 0,
  -- The share of the ceiling that its owner was told of: 0, 75, 90 or 100 percent.
  told_percent int not null default 0,
  -- [{ year, amount }], cents per fiscal year.
  year_plan jsonb not null default '[]',
  federal_award text not null default '',
  retainage_percent numeric(5,2) not null default 0,
  insurance_required boolean not null default false,
  description text not null default '',
  source text not null default 'blank' check (source in ('blank', 'award', 'requisition', 'import')),
  award_id uuid,
  solicitation_id uuid,
  requisition_id uuid,
  -- Its number where it came from.
  earlier_number text not null default '',
  -- Everybody who wrote it: they neither approve nor sign it.
  drafted_by jsonb not null default '[]',
  -- Why it was suspended, terminated or cancelled.
  status_reason text,
  -- Since when it is where it is.
  stage_since timestamptz not null default clock_timestamp(),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, award_id) references award (org_id, id),
  foreign key (org_id, requisition_id) references requisition (org_id, id),
  check (ends_on >= starts_on),
  check (drawn <= ceiling),
  check (options_used between 0 and option_count)
);
select levee_secure('contract');
-- One share of an award gives one contract.
create unique index contract_of_award on contract (org_id, award_id, vendor_id) where award_id is not null and status <> 'cancelled';
create index contract_recent on contract (org_id, number desc);
create index contract_of_vendor on contract (org_id, vendor_id, ends_on desc);
create index contract_of_solicitation on contract (org_id, solicitation_id) where solicitation_id is not null;
create index contract_ending on contract (org_id, ends_on) where status in ('active', 'suspended');

-- What the award or the requisition said: items, quantities, prices.
create table contract_line (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  line_no int not null,
  description text not null,
  commodity_code text,
  quantity numeric(18,4) not null,
  unit text not null default 'each',
  unit_price numeric(18,4) not null,
  amount bigint not null,
  primary key (org_id, id),
  unique (org_id, contract_id, line_no),
  foreign key (org_id, contract_id) references contract (org_id, id)
);
select levee_secure('contract_line');

-- Changes of a contract that is in force: its end, its ceiling, its scope, an option.
create table contract_amendment (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  contract_id uuid not null,
  -- The contract's first, second, third amendment.
  sequence int not null,
  status text not null default 'draft' check (status in ('draft', 'in_approval', 'approved', 'signed', 'applied', 'cancelled')),
  kind text not null check (kind in ('term', 'money', 'scope', 'option')),
  title text not null,
  reason text not null,
  -- The new end; of an option it follows from the contract when it is applied.
  new_ends_on date,
  -- Cents that the ceiling changes by.
  ceiling_change bigint not null default 0,
  -- [{ year, amount }]: what of it falls into which fiscal year.
  year_plan jsonb not null default '[]',
  scope text not null default '',
  drafted_by jsonb not null default '[]',
  status_reason text,
  applied_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, contract_id) references contract (org_id, id)
);
select levee_secure('contract_amendment');
create index contract_amendment_recent on contract_amendment (org_id, number desc);

-- Signatures on paper: who signed for whom, on which day, and the signed file.
create table contract_signing (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  amendment_id uuid,
  kind text not null default 'wet_ink' check (kind in ('wet_ink')),
  signed_on date not null,
  our_signer text not null,
  -- Where the signer is a member.
  our_signer_id uuid,
  vendor_signer text not null,
  file_id uuid not null,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('contract_signing');
revoke update, delete on contract_signing from levee_app;
create index contract_signing_of on contract_signing (org_id, contract_id);

-- The terms as they held from a signature on; never changed.
create table contract_version (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  version_no int not null,
  amendment_id uuid,
  reason text not null,
  ceiling bigint not null,
  ends_on date not null,
  content jsonb not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, version_no),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment (org_id, id)
);
select levee_secure('contract_version');
revoke update, delete on contract_version from levee_app;

-- The append-only ledger of a ceiling: what set it, what changed it, what orders drew and gave back.
create table contract_ceiling_entry (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  sequence int not null,
  -- set, amendment, change_order and closed move the ceiling; order, order_change and release what is drawn.
  kind text not null check (kind in ('set', 'amendment', 'change_order', 'order', 'order_change', 'release', 'closed')),
  amount bigint not null,
  order_id uuid,
  amendment_id uuid,
  note text not null default '',
  at timestamptz not null,
  by uuid,
  primary key (org_id, id),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, order_id) references purchase_order (org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment (org_id, id)
);
select levee_secure('contract_ceiling_entry');
revoke update, delete on contract_ceiling_entry from levee_app;
create index contract_ceiling_entry_order on contract_ceiling_entry (org_id, order_id) where order_id is not null;

-- The contract that an order is placed under.
alter table purchase_order add column contract_id uuid;
alter table purchase_order add foreign key (org_id, contract_id) references contract (org_id, id);
create index purchase_order_contract on purchase_order (org_id, contract_id) where contract_id is not null;

-- A vendor sees its own contracts once they go out for signature, and nothing of what the agency notes.
create policy own on contract for select to levee_vendor using (status in ('out_for_signature', 'active', 'suspended', 'expired', 'terminated', 'closeout', 'closed') and (org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, number, title, vendor_id, kind, price_type, department_id, status, starts_on, ends_on, option_count, option_months, options_used, ceiling, drawn, retainage_percent, insurance_required, updated_at) on contract to levee_vendor;
grant select (contract_id) on purchase_order to levee_vendor;

alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener', 'evaluator', 'contract_manager', 'counsel'));
