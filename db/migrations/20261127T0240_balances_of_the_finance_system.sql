-- What the finance system has of a period, by its own fund and account: debits less credits, in cents.
create table fms_balance (
  org_id uuid not null,
  id uuid not null,
  period_id uuid not null,
  fund text not null check (length(fund) between 1 and 120),
  account text not null check (length(account) between 1 and 120),
  cents bigint not null,
  taken_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, period_id, fund, account),
  foreign key (org_id, period_id) references accounting_period(org_id, id)
);
select levee_secure('fms_balance');
create index fms_batch_period on fms_batch (org_id, period_id);
create index fms_batch_line_of on fms_batch_line (org_id, gl_line_id);
