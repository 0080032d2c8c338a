-- The days on which a purchase took each of its steps, in the agency's zone; each by an index of what it came of.
create view purchase_path with (security_invoker = true) as
  select
    r.org_id, r.id, r.number, r.title, r.status, r.department_id, d.name as department, r.requested_on,
    (r.submitted_at at time zone g.time_zone)::date as submitted_on,
    (
      select max(q.decided_at at time zone g.time_zone)::date
      from approval_request q
      where q.org_id = r.org_id
        and q.document_id = r.id
        and q.document_type = 'requisition'
        and q.status = 'approved'
    ) as approved_on,
    (
      select min(o.issued_at at time zone g.time_zone)::date
      from requisition_line l
      join purchase_order_line p on p.org_id = l.org_id and p.requisition_line_id = l.id
      join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
      where l.org_id = r.org_id and l.requisition_id = r.id
    ) as ordered_on,
    (
      select min(c.received_on)
      from requisition_line l
      join purchase_order_line p on p.org_id = l.org_id and p.requisition_line_id = l.id
      join receipt c on c.org_id = p.org_id and c.purchase_order_id = p.purchase_order_id
      where l.org_id = r.org_id and l.requisition_id = r.id and c.status = 'posted'
    ) as received_on,
    (
      select min(i.received_on)
      from requisition_line l
      join purchase_order_line p on p.org_id = l.org_id and p.requisition_line_id = l.id
      join invoice i on i.org_id = p.org_id and i.purchase_order_id = p.purchase_order_id
      where l.org_id = r.org_id
        and l.requisition_id = r.id
        and i.kind = 'invoice'
        and i.status not in ('voided', 'rejected')
    ) as invoiced_on,
    (
      select min(m.paid_on)
      from requisition_line l
      join purchase_order_line p on p.org_id = l.org_id and p.requisition_line_id = l.id
      join invoice i on i.org_id = p.org_id and i.purchase_order_id = p.purchase_order_id
      join payment_invoice x on x.org_id = i.org_id and x.invoice_id = i.id and x.live
      join payment m on m.org_id = x.org_id and m.id = x.payment_id
      where l.org_id = r.org_id
        and l.requisition_id = r.id
        and m.status in ('released', 'cleared')
    ) as paid_on
  from requisition r
  join department d on d.org_id = r.org_id and d.id = r.department_id
  join organization g on g.id = r.org_id;
grant select on purchase_path to levee_app;
comment on view purchase_path is 'Days of the steps of a purchase';

-- When a member came, and first finished a task that was theirs; no name.
create view first_task with (security_invoker = true) as
  select
    m.org_id, m.department_id, d.name as department, m.created_at as joined_at,
    (
      select min(t.done_at)
      from task t
      where t.org_id = m.org_id and t.person_id = m.person_id and t.done_at >= m.created_at
    ) as done_at
  from organization_member m
  left join department d on d.org_id = m.org_id and d.id = m.department_id;
grant select on first_task to levee_app;
comment on view first_task is 'Days to the first finished task of members, without names';
