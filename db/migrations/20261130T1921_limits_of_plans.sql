-- What an agency may use follows from its plan; what it was told of it is kept.
drop view platform_agency;
revoke all on agency_limit from levee_operator;
drop policy operating on agency_limit;
alter table agency_limit drop column people, drop column storage_bytes, drop column calls_a_day;
comment on table agency_limit is 'What administrators were told of the limits of their plan.';
grant select (people, storage_gb, calls_per_day) on price_plan to levee_operator;
create view platform_agency with (security_invoker = true) as
select
  o.id, o.name, o.state, o.state_since, o.created_at, c.people, c.storage_bytes, c.calls, c.last_activity_at,
  p.people_limit, p.storage_limit, s.until as support_until,
  p.plan_name, p.plan_status, b.late_cents, b.late_since,
  case
    when o.state = 'suspended' then 'suspended'
    when o.state = 'closing' then 'closing'
    when o.state = 'read_only' then 'read_only'
    when b.late_cents > 0 then 'late'
    when c.people >= p.people_limit or c.storage_bytes >= p.storage_limit then 'limit'
    when o.state = 'founded' and o.created_at < clock_timestamp() - interval '14 days' then 'unopened'
    else ''
  end as needs,
  coalesce(o.id = op.id, false) as operates
from organization o
cross join (select levee_operating_agency() as id offset 0) op
left join lateral (
  select n.people, n.storage_bytes, n.calls, n.last_activity_at from agency_count n where n.org_id = o.id order by n.counted_on desc limit 1
) c on true
left join lateral (
  select max(a.ends_at) as until from support_access a where a.org_id = o.id and a.ended_at is null and a.ends_at > clock_timestamp()
) s on true
left join lateral (
  select
    pp.name as plan_name, u.status as plan_status, pp.people as people_limit,
    pp.storage_gb::bigint * 1073741824 as storage_limit
  from agency_subscription u
  join price_plan pp on pp.org_id = u.org_id and pp.id = u.plan_id
  where u.org_id = op.id and u.customer_id = o.id and u.status <> 'cancelled'
  limit 1
) p on true
left join lateral (
  select coalesce(sum(i.total - i.credited - i.paid), 0)::bigint as late_cents, min(i.due_on) as late_since
  from agency_bill i
  where i.org_id = op.id
    and i.customer_id = o.id
    and i.kind = 'bill'
    and i.status = 'open'
    and i.disputed_on is null
    and i.due_on + i.days_stopped < (clock_timestamp() at time zone o.time_zone)::date
) b on true;
grant select on platform_agency to levee_operator;
