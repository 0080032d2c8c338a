-- Journals: payroll registers and cost transfers. Prepared by one person, posted by another, reversed and never edited.
create table journal (
  org_id uuid not null references organization (id),
  id uuid not null,
  number text not null,
  kind text not null check (kind in ('payroll', 'transfer')),
  status text not null default 'draft' check (status in ('draft', 'waiting', 'posted', 'returned', 'reversed')),
  title text not null check (title <> ''),
  reason text not null default '',
  fiscal_year_id uuid not null,
  paid_on date,
  total bigint not null default 0,
  prepared_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  reverses uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  foreign key (org_id, reverses) references journal (org_id, id),
  check (kind <> 'transfer' or reason <> ''),
  check (approved_by is distinct from prepared_by or approved_by is null)
);
select levee_secure('journal');
create unique index journal_reversed_once on journal (org_id, reverses) where reverses is not null;

create table journal_line (
  org_id uuid not null references organization (id),
  id uuid not null,
  journal_id uuid not null,
  line_no int not null,
  account_string_id uuid not null,
  object_class text,
  description text not null default '',
  -- Pay of a person: read with the right to payroll only.
  employee text not null default '',
  hours text not null default '',
  incurred_from date not null,
  incurred_to date not null,
  cents bigint not null check (cents <> 0),
  moves_id uuid,
  primary key (org_id, id),
  unique (org_id, journal_id, line_no),
  foreign key (org_id, journal_id) references journal (org_id, id),
  foreign key (org_id, account_string_id) references account_string (org_id, id),
  foreign key (org_id, moves_id) references cost_line (org_id, id),
  check (incurred_from <= incurred_to)
);
select levee_secure('journal_line');
comment on column journal_line.moves_id is 'The cost line that it takes cents from, or gives back to';
comment on column journal_line.employee is 'Pay data: shown with payroll.read only';
