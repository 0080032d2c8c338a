-- What a request gives back of a cost is free for others once its money went back. Whatever was given
-- back by a request that is paid, or that the grantor approved only in part, is settled already.
alter table cost_claim add column settled boolean not null default false;

do $$
begin
  -- A database whose owner is no superuser reads all agencies only like this, within this transaction.
  alter table cost_claim no force row level security;
  alter table drawdown no force row level security;
  update cost_claim c
  set settled = true
  from drawdown d
  where d.org_id = c.org_id
    and d.id = c.claimer_id
    and d.status in ('paid', 'reconciled', 'partly_approved');
  alter table cost_claim force row level security;
  alter table drawdown force row level security;
end $$;

comment on column cost_claim.settled is 'The money of its request came or went: what it gives back is free';
create index cost_claim_giving on cost_claim (org_id, cost_line_id) where live and not settled;
