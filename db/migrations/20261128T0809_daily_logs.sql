-- What an inspector saw on one day of a project; a day after it was sent it only grows by amendments.
alter table project add column began_on date;

create table daily_log (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft' check (status in ('draft', 'submitted', 'discarded')),
  project_id uuid not null,
  day date not null,
  author_id uuid not null,
  author_name text not null,
  conditions text not null default '',
  temperature_low int check (temperature_low between -80 and 140),
  temperature_high int check (temperature_high between -80 and 140),
  crews jsonb not null default '[]',
  equipment jsonb not null default '[]',
  delay_cause text check (delay_cause in ('weather', 'owner', 'contractor', 'utility', 'other')),
  delay_hours numeric(4, 2) check (delay_hours > 0 and delay_hours <= 24),
  delay_note text not null default '',
  notes text not null default '',
  photo_file_ids jsonb not null default '[]',
  public_file_ids jsonb not null default '[]',
  submitted_at timestamptz,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (author_id) references person(id),
  check (temperature_low <= temperature_high),
  check (delay_cause is not null or delay_hours is null),
  check ((status = 'submitted') <= (submitted_at is not null))
);
select levee_secure('daily_log');
-- One of a day by each author.
create unique index daily_log_day on daily_log (org_id, project_id, day, author_id)
  where status <> 'discarded';
create index daily_log_status on daily_log (org_id, status, day desc);

create table daily_log_quantity (
  org_id uuid not null,
  log_id uuid not null,
  position int not null check (position >= 0),
  purchase_order_id uuid not null,
  purchase_order_line_id uuid not null,
  station text not null default '',
  quantity numeric(18, 4) not null check (quantity > 0),
  note text not null default '',
  primary key (org_id, log_id, position),
  foreign key (org_id, log_id) references daily_log(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  foreign key (org_id, purchase_order_line_id) references purchase_order_line(org_id, id)
);
select levee_secure('daily_log_quantity');
create index daily_log_quantity_line on daily_log_quantity (org_id, purchase_order_line_id);
create index daily_log_quantity_order on daily_log_quantity (org_id, purchase_order_id);

create table daily_log_amendment (
  org_id uuid not null,
  id uuid not null,
  log_id uuid not null,
  author_id uuid not null,
  author_name text not null,
  at timestamptz not null,
  says text not null check (says <> ''),
  reason text not null check (reason <> ''),
  primary key (org_id, id),
  foreign key (org_id, log_id) references daily_log(org_id, id),
  foreign key (author_id) references person(id)
);
select levee_secure('daily_log_amendment');
create index daily_log_amendment_log on daily_log_amendment (org_id, log_id, at);
-- What was added stays as it was written.
revoke update, delete on daily_log_amendment from levee_app;
