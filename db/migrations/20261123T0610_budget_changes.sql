-- Amendments of a budget line and transfers between two: posted at once, or by the decision of a second person where an approval policy asks for one.
create table budget_change (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kind text not null check (kind in ('amend', 'transfer')),
  status text not null default 'entered' check (status in ('entered', 'in_approval', 'posted', 'returned', 'rejected', 'withdrawn')),
  budget_line_id uuid not null,
  -- Of a transfer: where the money comes from.
  from_line_id uuid,
  -- Cents; negative for an amendment that takes budget away.
  amount bigint not null check (amount <> 0),
  reason text not null,
  -- Of an amendment, which has no other side in the budget: where the money comes from, or goes.
  source text not null default '',
  requested_by uuid,
  posted_by uuid,
  posted_at timestamptz,
  stop_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, budget_line_id) references budget_line (org_id, id),
  foreign key (org_id, from_line_id) references budget_line (org_id, id),
  check ((kind = 'transfer') = (from_line_id is not null)),
  check (kind = 'amend' or amount > 0)
);
select levee_secure('budget_change');
create index budget_change_recent on budget_change (org_id, created_at desc, id desc);
create index budget_change_of_line on budget_change (org_id, budget_line_id);
create index budget_change_from_line on budget_change (org_id, from_line_id) where from_line_id is not null;
