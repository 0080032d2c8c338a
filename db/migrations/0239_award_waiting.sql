-- An award of quotations is final when its orders are issued; until then they wait for the agency's approval, and may be refused.
alter table award drop constraint award_status_check;
alter table award add constraint award_status_check check (status in ('intent', 'held', 'waiting', 'final', 'withdrawn'));
alter table award add constraint award_finalised check (status <> 'final' or finalised_at is not null) not valid;
update award w set status = 'waiting', finalised_at = null, finalised_by = null, version = version + 1, updated_at = clock_timestamp() where evaluation_id is null and status = 'final'
  and exists (select 1 from award_order a join purchase_order o on o.org_id = a.org_id and o.id = a.purchase_order_id where a.org_id = w.org_id and a.award_id = w.id and o.status in ('draft', 'returned', 'in_approval', 'approved'));
