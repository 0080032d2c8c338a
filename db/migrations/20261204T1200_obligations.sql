-- What must be done before a contract is closed: the agency's list, in versions. Without one in force the product's own holds.
create table closeout_checklist (
  org_id uuid not null references organization (id),
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- [{ proof, title, hint, kind }]; kind: the contracts that it is asked of, all where it is null.
  items jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('closeout_checklist');
select levee_definition('closeout_checklist');

-- An item of a contract's closeout, as the list said when that began.
create table contract_closeout_item (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  position int not null,
  -- The version of the agency's list; null where the product's own held.
  checklist_id uuid,
  proof text not null check (proof in ('orders', 'receipt', 'waivers', 'surety', 'retainage', 'evaluation', 'retention', 'other')),
  title text not null,
  hint text not null default '',
  -- When a person proved it, or the closing kept what the record said.
  proven_at timestamptz,
  -- Null where the record proves it.
  proven_by uuid,
  evidence text not null default '',
  file_id uuid,
  -- Of the item on retention: the last day on which the records are kept.
  retain_until date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, position),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, checklist_id) references closeout_checklist (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id),
  check (proven_by is null or proven_at is not null)
);
select levee_secure('contract_closeout_item');

-- What a contract demands of its vendor's insurance and bonds, beside what rules demand.
create table coverage_demand (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  kind text not null check (kind in ('general_liability', 'automobile', 'workers_compensation', 'umbrella', 'professional', 'builders_risk', 'cyber', 'performance_bond', 'payment_bond')),
  -- Cents of insurance; null where the contract names no amount, and for bonds.
  amount bigint check (amount > 0),
  -- Of a bond: percent of the current price.
  percent numeric(6,2) check (percent > 0 and percent <= 200),
  -- Where the contract says so.
  citation text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, kind),
  foreign key (org_id, contract_id) references contract (org_id, id),
  check ((kind in ('performance_bond', 'payment_bond')) = (percent is not null)),
  check (percent is null or amount is null)
);
select levee_secure('coverage_demand');

-- A certificate of insurance or a bond that was handed in for a contract. It counts once somebody accepted it.
create table coverage_certificate (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  kind text not null check (kind in ('general_liability', 'automobile', 'workers_compensation', 'umbrella', 'professional', 'builders_risk', 'cyber', 'performance_bond', 'payment_bond')),
  status text not null default 'submitted' check (status in ('submitted', 'accepted', 'returned', 'ended')),
  -- Insurer, or surety of a bond.
  issuer text not null,
  policy_number text not null,
  amount bigint not null check (amount > 0),
  from_on date not null,
  -- Null: a bond that holds until it is released.
  to_on date,
  file_id uuid not null,
  side text not null check (side in ('agency', 'vendor')),
  submitted_by uuid,
  decided_by uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id),
  check (to_on >= from_on),
  check (to_on is not null or kind in ('performance_bond', 'payment_bond'))
);
select levee_secure('coverage_certificate');
create index coverage_certificate_of on coverage_certificate (org_id, contract_id, kind);

-- What lacked of a contract's coverage when somebody let an order go on; it holds for that alone.
alter table insurance_override add column coverage text not null default '';

-- A duty of one side under a contract, once or again and again until its end.
create table contract_obligation (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  side text not null check (side in ('agency', 'vendor')),
  title text not null,
  description text not null default '',
  -- Where the contract says so.
  citation text not null default '',
  -- Who delivers for the agency, or looks after what the vendor delivers.
  owner_id uuid,
  first_due_on date not null,
  recurrence text not null default 'once' check (recurrence in ('once', 'monthly', 'quarterly', 'yearly')),
  ended_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contract_id) references contract (org_id, id)
);
select levee_secure('contract_obligation');
create index contract_obligation_of on contract_obligation (org_id, contract_id);

-- One day on which an obligation is due.
create table contract_obligation_due (
  org_id uuid not null,
  id uuid not null,
  obligation_id uuid not null,
  due_on date not null,
  status text not null default 'open' check (status in ('open', 'delivered', 'accepted', 'returned', 'dropped')),
  -- What was delivered, in words and as a file.
  evidence text not null default '',
  file_id uuid,
  delivered_by uuid,
  delivered_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, obligation_id, due_on),
  foreign key (org_id, obligation_id) references contract_obligation (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id),
  check (decided_by is null or decided_by is distinct from delivered_by)
);
select levee_secure('contract_obligation_due');
create index contract_obligation_due_open on contract_obligation_due (org_id, due_on) where status in ('open', 'delivered', 'returned');

-- A vendor sees what it owes and what it handed in; never the agency's own duties.
create policy own on contract_obligation for select to levee_vendor using (side = 'vendor' and (org_id, contract_id) in (select org_id, id from contract));
grant select (org_id, id, contract_id, side, title, description, citation, recurrence) on contract_obligation to levee_vendor;
create policy own on contract_obligation_due for select to levee_vendor using ((org_id, obligation_id) in (select org_id, id from contract_obligation));
grant select (org_id, id, obligation_id, due_on, status, evidence, status_reason, version) on contract_obligation_due to levee_vendor;
create policy own on coverage_demand for select to levee_vendor using ((org_id, contract_id) in (select org_id, id from contract));
grant select (org_id, id, contract_id, kind, amount, percent, citation) on coverage_demand to levee_vendor;
create policy own on coverage_certificate for select to levee_vendor using ((org_id, contract_id) in (select org_id, id from contract));
grant select (org_id, id, contract_id, kind, status, issuer, policy_number, amount, from_on, to_on, side, status_reason, version) on coverage_certificate to levee_vendor;
