-- Whoever runs the installation sees beside an agency its plan and what of its bills is late.
create policy operating on price_plan for select to levee_operator using (true);
grant select (org_id, id, name, status) on price_plan to levee_operator;
create policy operating on agency_subscription for select to levee_operator using (true);
grant select (org_id, id, customer_id, status, plan_id, trial_to) on agency_subscription to levee_operator;
create policy operating on agency_bill for select to levee_operator using (true);
grant select (org_id, id, customer_id, kind, status, due_on, total, credited, paid, disputed_on, days_stopped) on agency_bill to levee_operator;

drop view platform_agency;
create view platform_agency with (security_invoker = true) as
select
  o.id, o.name, o.state, o.state_since, o.created_at, c.people, c.storage_bytes, c.calls, c.last_activity_at,
  l.people as people_limit, l.storage_bytes as storage_limit, s.until as support_until,
  p.plan_name, p.plan_status, b.late_cents, b.late_since,
  case
    when o.state = 'suspended' then 'suspended'
    when o.state = 'closing' then 'closing'
    when o.state = 'read_only' then 'read_only'
    when b.late_cents > 0 then 'late'
    when c.people >= l.people or c.storage_bytes >= l.storage_bytes then 'limit'
    when o.state = 'founded' and o.created_at < clock_timestamp() - interval '14 days' then 'unopened'
    else ''
  end as needs,
  o.id = levee_operating_agency() as operates
from organization o
left join lateral (
  select n.people, n.storage_bytes, n.calls, n.last_activity_at from agency_count n where n.org_id = o.id order by n.counted_on desc limit 1
) c on true
left join agency_limit l on l.org_id = o.id
left join lateral (
  select max(a.ends_at) as until from support_access a where a.org_id = o.id and a.ended_at is null and a.ends_at > clock_timestamp()
) s on true
left join lateral (
  select pp.name as plan_name, u.status as plan_status
  from agency_subscription u
  join price_plan pp on pp.org_id = u.org_id and pp.id = u.plan_id
  where u.org_id = levee_operating_agency() and u.customer_id = o.id and u.status <> 'cancelled'
  limit 1
) p on true
left join lateral (
  select coalesce(sum(i.total - i.credited - i.paid), 0)::bigint as late_cents, min(i.due_on) as late_since
  from agency_bill i
  where i.org_id = levee_operating_agency()
    and i.customer_id = o.id
    and i.kind = 'bill'
    and i.status = 'open'
    and i.disputed_on is null
    and i.due_on + i.days_stopped < (clock_timestamp() at time zone o.time_zone)::date
) b on true;
grant select on platform_agency to levee_operator;
create index agency_bill_of_customer on agency_bill (org_id, customer_id) where status = 'open';
