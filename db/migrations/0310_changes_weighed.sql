-- A change of an order counts toward the thresholds of methods: what it costs beyond what its requisitions reserved, and what waits for approval.
alter table purchase_order_line add column beyond bigint not null default 0 check (beyond >= 0);
select levee_over_all_agencies(array['purchase_order', 'purchase_order_line', 'purchase_order_split']::regclass[], $$
  update purchase_order_line l set beyond = greatest(0, l.amount - coalesce((select sum(s.taken) from purchase_order_share s where s.org_id = l.org_id and s.line_id = l.id), 0))
    from purchase_order o where o.org_id = l.org_id and o.id = l.purchase_order_id and o.revision > 1 and l.requisition_line_id is not null and not l.cancelled
$$);
create index purchase_order_line_beyond on purchase_order_line (org_id, commodity_code, account_string_id) where beyond > 0;
create index purchase_order_change_waits on purchase_order (org_id, department_id) where pending_change is not null;
