-- What the governing body decided about a fund that an amendment leaves short of a dated rule.
alter table budget_amendment add column fund_decision text not null default '';

-- A figure that an import of budget lines brought into a proposal, with what stood there before.
alter table budget_proposal_line add column imported jsonb;

-- Wrong lines of a planned year are taken back by a document that names each of them.
create table budget_take_back (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'taken_back' check (status = 'taken_back'),
  fiscal_year_id uuid not null,
  reason text not null check (reason <> ''),
  -- Each line: its account, its cents, and whether it stood as a line or as a figure of a proposal.
  lines jsonb not null,
  cents bigint not null,
  taken_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (taken_by) references person(id)
);
select levee_secure('budget_take_back');
create index budget_take_back_of on budget_take_back (org_id, fiscal_year_id);

-- What is published of a budget tells what comes in from what goes out: classes of accounts alone.
grant select (account_id) on account_string to levee_anon;
grant select (org_id, id, kind, class) on segment_value to levee_anon;
create policy published on segment_value for select to levee_anon
  using (kind = 'account' and org_id in (select levee_publishes('budget')));
