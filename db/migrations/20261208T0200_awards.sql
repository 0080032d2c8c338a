-- Awards: grants that the agency received, with their terms, money drawn, reports, revisions and closeout.
create table grant_award (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  status text not null default 'offered' check (status in (
    'offered', 'declined', 'accepted', 'active', 'suspended', 'amended', 'ended', 'closed'
  )),
  title text not null check (title <> ''),
  program text not null default '',
  grantor text not null check (grantor <> ''),
  grantor_number text not null default '',
  assistance_listing text not null default '',
  -- The award segment of account strings that spend it; chosen when it is accepted.
  segment_id uuid,
  application_id uuid,
  department_id uuid,
  owner_id uuid,
  federal boolean not null default true,
  disaster boolean not null default false,
  amount bigint not null check (amount > 0),
  match bigint not null default 0 check (match >= 0),
  -- The grantor's share of every cost, in hundredths of a percent.
  share_rate int not null check (share_rate between 1 and 10000),
  period_from date not null,
  period_to date not null,
  preaward_from date,
  -- Reimbursed, or paid ahead for what is paid out within so many days (2 CFR 200.305).
  method text not null default 'reimbursement' check (method in ('reimbursement', 'advance')),
  advance_days int not null default 3 check (advance_days between 1 and 90),
  report_every text not null default 'quarterly' check (report_every in ('quarterly', 'semiannual', 'annual')),
  indirect_rate int not null default 0 check (indirect_rate between 0 and 10000),
  attention text not null default '',
  uncovered bigint not null default 0,
  note text not null default '',
  accepted_on date,
  ended_on date,
  closed_on date,
  retained_until date,
  version int not null default 1,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, segment_id) references segment_value (org_id, id),
  foreign key (org_id, department_id) references department (org_id, id),
  check (period_from <= period_to),
  check (preaward_from <= period_from)
);
select levee_secure('grant_award');
create unique index award_segment on grant_award (org_id, segment_id) where segment_id is not null;
create unique index award_application on grant_award (org_id, application_id) where application_id is not null;
comment on column grant_award.attention is 'What somebody said needs attention; computed reasons are not kept';

create table award_term (
  org_id uuid not null references organization (id),
  id uuid not null,
  award_id uuid not null,
  kind text not null check (kind in ('ceiling', 'unallowable', 'equipment', 'subaward', 'other')),
  object_class text,
  cents bigint check (cents >= 0),
  words text not null,
  document text not null,
  page int check (page > 0),
  -- The grantor's approval, where the term asks for one and it was given.
  approved_on date,
  approval text not null default '',
  ended_on date,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  check ((kind in ('ceiling', 'unallowable')) <= (object_class is not null)),
  check ((kind in ('ceiling', 'equipment')) <= (cents is not null)),
  check ((approved_on is null) = (approval = ''))
);
select levee_secure('award_term');
create index award_term_of on award_term (org_id, award_id);

create table award_budget (
  org_id uuid not null references organization (id),
  award_id uuid not null,
  object_class text not null,
  cents bigint not null check (cents >= 0),
  primary key (org_id, award_id, object_class),
  foreign key (org_id, award_id) references grant_award (org_id, id)
);
select levee_secure('award_budget');

-- Somebody other than the requester lets a term be passed over, once, for one account of one award.
create table term_override (
  org_id uuid not null references organization (id),
  id uuid not null,
  award_id uuid not null,
  account_string_id uuid not null,
  requester_id uuid not null,
  most bigint not null check (most > 0),
  reason text not null check (length(reason) >= 10),
  granted_by uuid not null,
  granted_at timestamptz not null default clock_timestamp(),
  expires_on date not null,
  primary key (org_id, id),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id),
  check (granted_by <> requester_id)
);
select levee_secure('term_override');

create table drawdown (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  award_id uuid not null,
  status text not null default 'draft' check (status in (
    'draft', 'checked', 'certified', 'submitted', 'returned', 'partly_approved', 'paid', 'reconciled', 'cancelled'
  )),
  kind text not null check (kind in ('reimbursement', 'advance', 'refund')),
  through date not null,
  outlay bigint not null default 0,
  federal bigint not null default 0,
  match bigint not null default 0,
  prepared_by uuid,
  certified_by uuid,
  certified_at timestamptz,
  certificate text,
  -- SHA-256 of the lines that were certified: a certificate of other lines has lapsed.
  certified_lines text,
  submitted_on date,
  reference text not null default '',
  approved bigint,
  paid_on date,
  paid bigint,
  deposit text not null default '',
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  check (certified_by is null or certified_by is distinct from prepared_by)
);
select levee_secure('drawdown');
create index drawdown_award on drawdown (org_id, award_id);

create table grant_report (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  award_id uuid not null,
  kind text not null check (kind in ('sf425', 'ppr')),
  status text not null default 'due' check (status in ('due', 'prepared', 'certified', 'submitted', 'accepted')),
  period_from date not null,
  period_to date not null,
  due_on date not null,
  final boolean not null default false,
  narrative text not null default '',
  figures jsonb,
  prepared_by uuid,
  certified_by uuid,
  certified_at timestamptz,
  certificate text,
  submitted_on date,
  reference text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, award_id, kind, period_to),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  check (certified_by is null or certified_by is distinct from prepared_by)
);
select levee_secure('grant_report');

create table milestone (
  org_id uuid not null references organization (id),
  id uuid not null,
  award_id uuid not null,
  title text not null check (title <> ''),
  measure text not null default '',
  planned_on date not null,
  status text not null default 'planned' check (status in ('planned', 'in_progress', 'done', 'accepted', 'waived')),
  performer_id uuid,
  outcome text not null default '',
  done_on date,
  accepted_by uuid,
  accepted_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  check (accepted_by is null or accepted_by is distinct from performer_id)
);
select levee_secure('milestone');

create table award_revision (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  award_id uuid not null,
  status text not null default 'draft' check (status in (
    'draft', 'tested', 'approved', 'sent', 'granted', 'denied', 'posted', 'cancelled'
  )),
  title text not null check (title <> ''),
  reason text not null check (reason <> ''),
  moves jsonb not null default '[]',
  new_period_to date,
  scope_change boolean not null default false,
  key_person boolean not null default false,
  new_subaward boolean not null default false,
  findings jsonb not null default '[]',
  asks_grantor boolean,
  answered_on date,
  answer text not null default '',
  prepared_by uuid,
  decided_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, award_id) references grant_award (org_id, id),
  check (decided_by is null or decided_by is distinct from prepared_by)
);
select levee_secure('award_revision');

create table disaster_cost (
  org_id uuid not null references organization (id),
  id uuid not null,
  cost_line_id uuid not null,
  decision text not null check (decision in ('accepted', 'dismissed')),
  reason text not null default '',
  decided_by uuid,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, cost_line_id),
  foreign key (org_id, cost_line_id) references cost_line (org_id, id)
);
select levee_secure('disaster_cost');
comment on table disaster_cost is 'What somebody decided of an emergency cost that no award carries';
