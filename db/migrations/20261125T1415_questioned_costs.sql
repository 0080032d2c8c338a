-- What a desk review questions binds until a management decision clears it (2 CFR 200.332, 200.521).
create table questioned_cost (
  org_id uuid not null references organization (id),
  id uuid not null default gen_random_uuid(),
  subaward_id uuid not null,
  review_id uuid not null,
  cost_id uuid not null,
  cents bigint not null check (cents > 0),
  reason text not null default '',
  status text not null default 'open' check (status in ('open', 'allowed', 'disallowed', 'recovered')),
  -- What the decision does not allow: held back until the subrecipient gave it back.
  disallowed bigint not null default 0 check (disallowed >= 0 and disallowed <= cents),
  decision text not null default '',
  decided_by uuid references person (id),
  decided_on date,
  recovered_on date,
  recovery text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, review_id, cost_id),
  foreign key (org_id, subaward_id) references subaward (org_id, id),
  foreign key (org_id, review_id) references desk_review (org_id, id),
  foreign key (org_id, cost_id) references subaward_cost (org_id, id)
);
create index questioned_cost_of on questioned_cost (org_id, subaward_id);

do $$
begin
  -- A database whose owner is no superuser reads all agencies only like this, within this transaction.
  alter table desk_review no force row level security;
  alter table desk_review_line no force row level security;
  insert into questioned_cost (org_id, subaward_id, review_id, cost_id, cents, reason)
  select l.org_id, d.subaward_id, d.id, l.cost_id, l.questioned, l.note
  from desk_review_line l
  join desk_review d on d.org_id = l.org_id and d.id = l.review_id
  where d.status = 'done' and l.questioned > 0;
  alter table desk_review force row level security;
  alter table desk_review_line force row level security;
end $$;

select levee_secure('questioned_cost');
-- The subrecipient sees what of its costs is questioned, why, and what was decided.
grant select (org_id, id, subaward_id, cost_id, cents, reason, status, disallowed, decision, decided_on, recovered_on)
  on questioned_cost to levee_vendor;
create policy own on questioned_cost for select to levee_vendor
  using ((org_id, subaward_id) in (select s.org_id, s.id from subaward s));
