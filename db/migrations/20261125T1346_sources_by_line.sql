-- Each line of a resource request says where it comes from, and its state follows from its order and
-- receipt, or from who gave it.
alter table incident_request_line
  add column source text,
  add column supplier text not null default '',
  add column giver_id uuid references person(id),
  add column given_by uuid,
  add column given_at timestamptz,
  add column given_note text not null default '',
  add column requisition_line_id uuid,
  add column purchase_order_id uuid,
  add constraint incident_request_line_source_check
    check (source in ('own', 'mutual_aid', 'contract', 'purchase', 'state')),
  add constraint incident_request_line_given check ((given_at is null) = (given_note = '')),
  add foreign key (org_id, requisition_line_id) references requisition_line(org_id, id),
  add foreign key (org_id, purchase_order_id) references purchase_order(org_id, id);
create index incident_request_line_requisition on incident_request_line (org_id, requisition_line_id)
  where requisition_line_id is not null;
create index incident_request_line_order on incident_request_line (org_id, purchase_order_id)
  where purchase_order_id is not null;

update incident_request_line l
set
  source = r.source,
  supplier = r.supplier,
  requisition_line_id = (
    select q.id
    from requisition_line q
    where q.org_id = l.org_id and q.requisition_id = r.requisition_id and q.line_no = l.line_no
  ),
  given_at = case when r.requisition_id is null and r.status in ('received', 'demobilized') then r.updated_at end,
  given_note = case
    when r.requisition_id is null and r.status in ('received', 'demobilized')
      then 'Marked as received on the request'
    else ''
  end
from incident_request r
where r.org_id = l.org_id and r.id = l.request_id;

alter table incident_request drop constraint incident_request_status_check;
update incident_request set status = 'funded' where status = 'filled';
alter table incident_request
  add constraint incident_request_status_check check (
    status in (
      'draft', 'section_approved', 'resource_check', 'ordering', 'finance_review', 'funded', 'ordered',
      'partial', 'denied', 'cancelled', 'received', 'demobilized'
    )
  ),
  drop column source,
  drop column supplier;
