-- A subaward of federal money from the law's amount on is reported by the end of the month after the
-- month of its obligation (2 CFR part 170, appendix A). Which day that is follows at the obligation.
alter table subaward add column report_due_on date;
alter table subaward add column reported_on date;
alter table subaward add column report_reference text not null default '';

do $$
begin
  -- A database whose owner is no superuser reads all agencies only like this, within this transaction.
  alter table subaward no force row level security;
  alter table grant_award no force row level security;
  update subaward s
  set report_due_on = (date_trunc('month', s.executed_on) + interval '2 months - 1 day')::date
  from grant_award w
  where w.org_id = s.org_id
    and w.id = s.award_id
    and w.federal
    and s.executed_on is not null
    and s.amount >= case when s.executed_on >= '2020-11-12' then 3000000 else 2500000 end;
  alter table subaward force row level security;
  alter table grant_award force row level security;
end $$;
create index subaward_report on subaward (org_id, report_due_on) where report_due_on is not null;
