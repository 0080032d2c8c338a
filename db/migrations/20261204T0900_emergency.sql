-- Local declarations of an emergency, what is prepared for one, and what is ordered in one.
create table local_declaration (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'declared' check (status in ('declared', 'continued', 'ended', 'expired', 'closed')),
  title text not null,
  -- By what right it was declared, what happened, and where, in words.
  authority text not null,
  cause text not null,
  area text not null,
  declared_at timestamptz not null,
  -- Until when it holds; at that instant it expires unless it is continued.
  holds_until timestamptz not null,
  -- How long it holds without the governing body, in words, with the rule.
  term text not null,
  declared_by uuid,
  -- [{ body, number, decidedOn, until, by, at }]: resolutions of the governing body that continued it.
  continuations jsonb not null default '[]',
  ended_at timestamptz,
  status_reason text,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  check (holds_until > declared_at)
);
select levee_secure('local_declaration');
create index local_declaration_open on local_declaration (org_id, holds_until) where status in ('declared', 'continued');

-- What may be ordered at once: a contract in force and items with their prices.
create table emergency_kit (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  contract_id uuid not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, contract_id) references contract (org_id, id)
);
select levee_secure('emergency_kit');
create unique index emergency_kit_name on emergency_kit (org_id, lower(name)) where active;
create table emergency_kit_line (
  org_id uuid not null,
  id uuid not null,
  kit_id uuid not null,
  line_no int not null,
  -- Whose price holds; a typed one where it is null.
  contract_line_id uuid,
  description text not null,
  commodity_code text,
  unit text not null,
  unit_price numeric(18,4) not null,
  quantity numeric(18,4) not null,
  primary key (org_id, id),
  unique (org_id, kit_id, line_no),
  foreign key (org_id, kit_id) references emergency_kit (org_id, id),
  foreign key (org_id, contract_line_id) references contract_line (org_id, id)
);
select levee_secure('emergency_kit_line');

-- The account that a department's emergency orders are charged to.
create table emergency_account (
  org_id uuid not null,
  id uuid not null,
  department_id uuid not null,
  account_string_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, department_id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('emergency_account');

-- Who may approve an emergency order by telephone, up to how much, from when to when.
create table emergency_approver (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  telephone text not null default '',
  -- Cents; null without a limit.
  amount_limit bigint check (amount_limit > 0),
  from_on date not null,
  to_on date,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check (to_on is null or to_on >= from_on)
);
select levee_secure('emergency_approver');
create unique index emergency_approver_person on emergency_approver (org_id, person_id) where ended_at is null;

-- What was ordered at once: why, who said yes by telephone, and what must follow.
create table emergency_purchase (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'to_ratify' check (status in ('to_ratify', 'returned', 'ratified', 'refused')),
  -- Given by whoever pressed Issue: pressed again, it is the same order.
  request_id uuid not null,
  declaration_id uuid not null,
  kit_id uuid not null,
  contract_id uuid not null,
  order_id uuid not null,
  order_number text not null,
  department_id uuid not null,
  account_string_id uuid not null,
  title text not null,
  amount bigint not null,
  need text not null,
  ordered_by uuid,
  approver_id uuid not null,
  approved_how text not null check (approved_how in ('telephone', 'radio', 'in_person', 'video')),
  approved_at timestamptz not null,
  ratify_by timestamptz not null,
  issued_at timestamptz not null,
  -- [{ key, ok, stops, text, citation }]: what was checked at the moment of issue.
  checks jsonb not null,
  price_basis text not null default '',
  ends_on date,
  recompete_on date,
  recompete_note text not null default '',
  -- What became of it where it was refused.
  outcome text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, request_id),
  unique (org_id, order_id),
  foreign key (org_id, declaration_id) references local_declaration (org_id, id),
  foreign key (org_id, kit_id) references emergency_kit (org_id, id),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, order_id) references purchase_order (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id)
);
select levee_secure('emergency_purchase');
create index emergency_purchase_of on emergency_purchase (org_id, declaration_id, number desc);

-- An approval that one named person gives is asked by no policy.
alter table approval_request alter column policy_id drop not null;

alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener', 'evaluator', 'contract_manager', 'counsel', 'duty_officer'));
