-- Agencies that this agency serves: clients, agreements, requests, bills of own costs, hours and fixed fees.

-- The duties of who bills the agencies served, and of who administers the agency's cards.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager', 'dispatcher', 'device_keeper', 'sustainability_officer', 'biller', 'card_administrator'
));

-- A cost has one funder: a bill to a client takes it as a drawdown does.
alter table cost_claim drop constraint cost_claim_share_check;
alter table cost_claim add constraint cost_claim_share_check check (share in ('federal', 'match', 'billed'));

create table served_client (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'active' check (status in ('active', 'ended')),
  name text not null check (name <> ''),
  kind text not null check (kind in ('township', 'city', 'county', 'school', 'district', 'state', 'other')),
  address text not null default '',
  email text not null check (email <> ''),
  contacts jsonb not null default '[]' check (jsonb_typeof(contacts) = 'array' and jsonb_array_length(contacts) <= 20),
  note text not null default '',
  owner_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (owner_id) references person(id)
);
select levee_secure('served_client');
create unique index served_client_name on served_client (org_id, lower(name)) where status = 'active';

create table served_agreement (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft'
    check (status in ('draft', 'in_approval', 'approved', 'active', 'ended', 'dropped')),
  client_id uuid not null,
  title text not null check (title <> ''),
  starts_on date not null,
  ends_on date not null,
  services jsonb not null check (jsonb_typeof(services) = 'array' and jsonb_array_length(services) between 1 and 40),
  ceiling bigint not null check (ceiling > 0),
  overhead_on text not null default 'none' check (overhead_on in ('none', 'hours', 'all')),
  overhead_bp int not null default 0 check (overhead_bp between 0 and 10000),
  pay_days int not null default 30 check (pay_days between 0 and 180),
  terms text not null default '',
  author_id uuid not null,
  owner_id uuid not null,
  approved_by uuid,
  approved_at timestamptz,
  agency_signed_on date,
  agency_signer text not null default '',
  client_signed_on date,
  client_signer text not null default '',
  ended_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, client_id) references served_client(org_id, id),
  foreign key (author_id) references person(id),
  foreign key (owner_id) references person(id),
  foreign key (approved_by) references person(id),
  check (ends_on >= starts_on),
  check ((overhead_on = 'none') = (overhead_bp = 0)),
  check ((status = 'active') <= (agency_signed_on is not null and client_signed_on is not null))
);
select levee_secure('served_agreement');
create index served_agreement_client on served_agreement (org_id, client_id, ends_on);

create table served_request (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'requested'
    check (status in ('requested', 'accepted', 'declined', 'at_work', 'to_bill', 'billed', 'closed')),
  client_id uuid not null,
  agreement_id uuid,
  service text not null default '',
  title text not null check (title <> ''),
  text text not null default '',
  wanted_on date,
  work_order_id uuid,
  finished_on date,
  asked_by text not null,
  by_link boolean not null default false,
  entered_by uuid,
  accepted_by uuid,
  bill_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, client_id) references served_client(org_id, id),
  foreign key (org_id, agreement_id) references served_agreement(org_id, id),
  foreign key (org_id, work_order_id) references work_order(org_id, id),
  foreign key (entered_by) references person(id),
  foreign key (accepted_by) references person(id),
  check ((status = 'billed') <= (bill_id is not null)),
  check ((status in ('accepted', 'at_work', 'to_bill', 'billed')) <= (agreement_id is not null and service <> ''))
);
select levee_secure('served_request');
create index served_request_client on served_request (org_id, client_id, created_at);
create index served_request_agreement on served_request (org_id, agreement_id) where agreement_id is not null;
create unique index served_request_work on served_request (org_id, work_order_id)
  where work_order_id is not null and status not in ('declined', 'closed');

create table served_message (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  side text not null check (side in ('client', 'agency')),
  author text not null check (author <> ''),
  person_id uuid,
  text text not null check (text <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, request_id) references served_request(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('served_message');
create index served_message_request on served_message (org_id, request_id, created_at);

create table served_bill (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft'
    check (status in ('draft', 'approved', 'sent', 'part_paid', 'paid', 'disputed', 'written_off', 'cancelled')),
  client_id uuid not null,
  agreement_id uuid not null,
  costs bigint not null default 0,
  hours bigint not null default 0,
  fees bigint not null default 0,
  overhead bigint not null default 0,
  total bigint not null default 0,
  received bigint not null default 0,
  uncovered bigint not null default 0,
  note text not null default '',
  issued_on date,
  due_on date,
  written_off_on date,
  prepared_by uuid not null,
  approved_by uuid,
  sent_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, client_id) references served_client(org_id, id),
  foreign key (org_id, agreement_id) references served_agreement(org_id, id),
  foreign key (prepared_by) references person(id),
  foreign key (approved_by) references person(id),
  foreign key (sent_by) references person(id),
  check (total = costs + hours + fees + overhead),
  check (received between 0 and total),
  check (approved_by is null or approved_by <> prepared_by),
  check ((status = 'paid') = (received = total and received > 0)),
  check ((status in ('sent', 'part_paid', 'paid', 'disputed', 'written_off')) <= (issued_on is not null and due_on is not null)),
  check ((status = 'written_off') = (written_off_on is not null))
);
select levee_secure('served_bill');
create index served_bill_client on served_bill (org_id, client_id, issued_on);
create index served_bill_agreement on served_bill (org_id, agreement_id);
create index served_bill_due on served_bill (org_id, due_on) where status in ('sent', 'part_paid');

alter table served_request add foreign key (org_id, bill_id) references served_bill(org_id, id);
create index served_request_bill on served_request (org_id, bill_id) where bill_id is not null;

create table served_bill_line (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  request_id uuid,
  kind text not null check (kind in ('cost', 'hour', 'fee')),
  service text not null check (service <> ''),
  description text not null,
  served_on date not null,
  cost_line_id uuid,
  work_hour_id uuid,
  minutes int,
  quantity int,
  rate bigint,
  cents bigint not null check (cents > 0),
  live boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, bill_id) references served_bill(org_id, id),
  foreign key (org_id, request_id) references served_request(org_id, id),
  foreign key (org_id, cost_line_id) references cost_line(org_id, id),
  foreign key (org_id, work_hour_id) references work_hour(org_id, id),
  check ((kind = 'cost') = (cost_line_id is not null)),
  check ((kind = 'hour') = (work_hour_id is not null and minutes is not null and rate is not null)),
  check ((kind = 'fee') = (quantity is not null and rate is not null and minutes is null))
);
select levee_secure('served_bill_line');
create index served_bill_line_bill on served_bill_line (org_id, bill_id) where live;
create index served_bill_line_request on served_bill_line (org_id, request_id) where request_id is not null;
create unique index served_bill_line_hour on served_bill_line (org_id, work_hour_id) where live and work_hour_id is not null;
create unique index served_bill_line_cost on served_bill_line (org_id, bill_id, cost_line_id) where live and cost_line_id is not null;
create index served_bill_line_of_cost on served_bill_line (org_id, cost_line_id) where cost_line_id is not null;

create table served_receipt (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  journal_line_id uuid,
  received_on date not null,
  cents bigint not null check (cents > 0),
  reference text not null check (reference <> ''),
  live boolean not null default true,
  taken_back text not null default '',
  entered_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, bill_id) references served_bill(org_id, id),
  foreign key (org_id, journal_line_id) references journal_line(org_id, id),
  foreign key (entered_by) references person(id)
);
select levee_secure('served_receipt');
create index served_receipt_bill on served_receipt (org_id, bill_id);
create unique index served_receipt_once on served_receipt (org_id, bill_id, received_on, cents, lower(reference)) where live;
create index served_receipt_posted on served_receipt (org_id, journal_line_id) where journal_line_id is not null;

create table served_link (
  org_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  until_on date not null,
  ended_at timestamptz,
  renewed_by_id uuid,
  invited_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, client_id) references served_client(org_id, id),
  foreign key (org_id, renewed_by_id) references served_link(org_id, id),
  foreign key (invited_by) references person(id)
);
select levee_secure('served_link');
create unique index served_link_one on served_link (org_id, client_id, lower(email)) where ended_at is null;

create table served_reminder (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  stage int not null,
  sent_on date not null,
  primary key (org_id, id),
  unique (org_id, bill_id, stage),
  foreign key (org_id, bill_id) references served_bill(org_id, id)
);
select levee_secure('served_reminder');
