-- Where a record came from: what it was made of, who asked for that or had a hand in it, and who made
-- the one from the other. None of them decides, signs, certifies or releases what came of it.
create table record_origin (
  org_id uuid not null references organization (id),
  record_type text not null check (record_type <> ''),
  record_id uuid not null,
  from_type text not null check (from_type <> ''),
  from_id uuid not null,
  askers uuid[] not null default '{}',
  made_by uuid,
  made_at timestamptz not null default clock_timestamp(),
  primary key (org_id, record_type, record_id, from_type, from_id),
  check ((record_type, record_id) <> (from_type, from_id))
);
create index record_origin_came_of on record_origin (org_id, from_type, from_id);

-- Who wrote a need down asked for what is bought.
alter table work_need add column added_by uuid;

-- What is there already is read of the columns in which each area kept it. A database whose owner is no
-- superuser reads all agencies only like this, within this transaction.
do $$
declare
  held name[] := array(
    select c.relname
    from pg_class c
    where c.relforcerowsecurity
      and c.relnamespace = 'public'::regnamespace
      and c.relname in (
        'approval_request', 'audit_entry', 'award', 'award_order', 'award_revision', 'contract',
        'contract_amendment', 'contract_change', 'contract_claim', 'corrective_action', 'drawdown',
        'emergency_purchase', 'flow_run', 'grant_application', 'grant_award', 'grant_program',
        'grant_report', 'incident', 'incident_release', 'incident_request', 'inspection',
        'inspection_finding', 'invoice', 'pa_appeal', 'pa_declaration', 'pa_extension',
        'pa_project', 'pa_request', 'program_application', 'purchase_order', 'purchase_order_line',
        'requisition', 'requisition_line', 'solicitation', 'solicitation_item', 'subaward',
        'subaward_request', 'work_need', 'work_order'
      )
  );
  one name;
begin
  foreach one in array held loop
    execute format('alter table %I no force row level security', one);
  end loop;
  insert into record_origin (org_id, record_type, record_id, from_type, from_id, askers, made_by)
  select org_id, record_type, record_id, from_type, from_id,
    array(select distinct p from unnest(askers) p where p is not null), made_by
  from (
    select r.org_id, 'incidentRequest', r.id, 'incident', r.incident_id, '{}'::uuid[], r.requested_by
    from incident_request r
    union all
    select s.org_id, 'requisition', s.requisition_id, 'incidentRequest', s.id, array[s.requested_by], r.requester_id
    from incident_request s join requisition r on r.org_id = s.org_id and r.id = s.requisition_id
    union all
    select s.org_id, 'requisition', n.requisition_id, 'workOrder', s.id, array_append(array(select a.actor_id from audit_entry a where a.org_id = s.org_id and a.object_type = 'workOrder' and a.object_id = s.id and a.action = 'workNeed.add'), s.requested_by), r.requester_id
    from (select distinct org_id, work_order_id, requisition_id from work_need where requisition_id is not null) n join work_order s on s.org_id = n.org_id and s.id = n.work_order_id join requisition r on r.org_id = n.org_id and r.id = n.requisition_id
    union all
    select s.org_id, 'workOrder', f.work_order_id, 'inspection', s.id, array[s.assigned_to], w.requested_by
    from (select distinct org_id, inspection_id, work_order_id from inspection_finding where work_order_id is not null) f join inspection s on s.org_id = f.org_id and s.id = f.inspection_id join work_order w on w.org_id = f.org_id and w.id = f.work_order_id
    union all
    select w.org_id, 'workOrder', w.id, 'workOrder', s.id, array[s.requested_by], w.requested_by
    from work_order w join work_order s on s.org_id = w.org_id and s.id = w.follows_id
    union all
    select w.org_id, 'workOrder', w.id, 'serviceRequest', w.service_request_id, '{}'::uuid[], w.requested_by
    from work_order w where w.service_request_id is not null
    union all
    select c.org_id, 'correctiveAction', c.id, c.subject_type, c.subject_id, '{}'::uuid[], c.opened_by
    from corrective_action c
    union all
    select x.org_id, 'solicitation', x.solicitation_id, 'requisition', s.id, array_append(array(select jsonb_array_elements_text(coalesce(s.former_authors, '[]'))::uuid), s.requester_id), t.buyer_id
    from (select distinct i.org_id, i.solicitation_id, l.requisition_id from solicitation_item i join requisition_line l on l.org_id = i.org_id and l.id = i.requisition_line_id) x join requisition s on s.org_id = x.org_id and s.id = x.requisition_id join solicitation t on t.org_id = x.org_id and t.id = x.solicitation_id
    union all
    select x.org_id, 'purchaseOrder', x.purchase_order_id, 'requisition', s.id, array_append(array(select jsonb_array_elements_text(coalesce(s.former_authors, '[]'))::uuid), s.requester_id), o.buyer_id
    from (select distinct p.org_id, p.purchase_order_id, l.requisition_id from purchase_order_line p join requisition_line l on l.org_id = p.org_id and l.id = p.requisition_line_id) x join requisition s on s.org_id = x.org_id and s.id = x.requisition_id join purchase_order o on o.org_id = x.org_id and o.id = x.purchase_order_id
    union all
    select x.org_id, 'purchaseOrder', x.purchase_order_id, 'solicitation', s.id, array[s.buyer_id, s.requester_id], o.buyer_id
    from award_order x join award a on a.org_id = x.org_id and a.id = x.award_id join solicitation s on s.org_id = a.org_id and s.id = a.solicitation_id join purchase_order o on o.org_id = x.org_id and o.id = x.purchase_order_id
    union all
    select o.org_id, 'purchaseOrder', o.id, 'contract', s.id, array(select jsonb_array_elements_text(coalesce(s.drafted_by, '[]'))::uuid), o.buyer_id
    from purchase_order o join contract s on s.org_id = o.org_id and s.id = o.contract_id
    union all
    select o.org_id, 'purchaseOrder', o.id, 'purchaseOrder', s.id, array_append(array(select jsonb_array_elements_text(coalesce(s.former_authors, '[]'))::uuid), s.buyer_id), o.buyer_id
    from purchase_order o join purchase_order s on s.org_id = o.org_id and s.id = o.blanket_id
    union all
    select s.org_id, 'purchaseOrder', s.order_id, 'emergencyPurchase', s.id, array[s.ordered_by], s.ordered_by
    from emergency_purchase s
    union all
    select p.org_id, 'emergencyPurchase', p.id, 'emergencyKit', p.kit_id, '{}'::uuid[], p.ordered_by
    from emergency_purchase p
    union all
    select p.org_id, 'emergencyPurchase', p.id, 'localDeclaration', p.declaration_id, '{}'::uuid[], p.ordered_by
    from emergency_purchase p
    union all
    select i.org_id, 'invoice', i.id, 'purchaseOrder', s.id, array_append(array(select jsonb_array_elements_text(coalesce(s.former_authors, '[]'))::uuid), s.buyer_id), i.created_by
    from invoice i join purchase_order s on s.org_id = i.org_id and s.id = i.purchase_order_id
    union all
    select c.org_id, 'contract', c.id, 'solicitation', s.id, array[s.buyer_id, s.requester_id], (array(select jsonb_array_elements_text(coalesce(c.drafted_by, '[]'))::uuid))[1]
    from contract c join solicitation s on s.org_id = c.org_id and s.id = c.solicitation_id
    union all
    select c.org_id, 'contract', c.id, 'requisition', s.id, array_append(array(select jsonb_array_elements_text(coalesce(s.former_authors, '[]'))::uuid), s.requester_id), (array(select jsonb_array_elements_text(coalesce(c.drafted_by, '[]'))::uuid))[1]
    from contract c join requisition s on s.org_id = c.org_id and s.id = c.requisition_id
    union all
    select a.org_id, 'contractAmendment', a.id, 'contract', s.id, array(select jsonb_array_elements_text(coalesce(s.drafted_by, '[]'))::uuid), (array(select jsonb_array_elements_text(coalesce(a.drafted_by, '[]'))::uuid))[1]
    from contract_amendment a join contract s on s.org_id = a.org_id and s.id = a.contract_id
    union all
    select a.org_id, 'changeOrder', a.id, 'contract', s.id, array(select jsonb_array_elements_text(coalesce(s.drafted_by, '[]'))::uuid), (array(select jsonb_array_elements_text(coalesce(a.drafted_by, '[]'))::uuid))[1]
    from contract_change a join contract s on s.org_id = a.org_id and s.id = a.contract_id
    union all
    select a.org_id, 'claim', a.id, 'contract', s.id, array(select jsonb_array_elements_text(coalesce(s.drafted_by, '[]'))::uuid), null::uuid
    from contract_claim a join contract s on s.org_id = a.org_id and s.id = a.contract_id
    union all
    select a.org_id, 'changeOrder', a.id, 'claim', a.claim_id, '{}'::uuid[], null::uuid
    from contract_change a where a.claim_id is not null
    union all
    select a.org_id, 'grantApplication', a.id, 'grantOpportunity', a.opportunity_id, '{}'::uuid[], a.owner_id
    from grant_application a where a.opportunity_id is not null
    union all
    select w.org_id, 'grantAward', w.id, 'grantApplication', s.id, array_append(s.prepared_by, s.owner_id), w.created_by
    from grant_award w join grant_application s on s.org_id = w.org_id and s.id = w.application_id
    union all
    select d.org_id, 'drawdown', d.id, 'grantAward', d.award_id, '{}'::uuid[], d.prepared_by
    from drawdown d
    union all
    select d.org_id, 'grantReport', d.id, 'grantAward', d.award_id, '{}'::uuid[], null::uuid
    from grant_report d
    union all
    select d.org_id, 'awardRevision', d.id, 'grantAward', d.award_id, '{}'::uuid[], d.prepared_by
    from award_revision d
    union all
    select d.org_id, 'grantProgram', d.id, 'grantAward', d.award_id, '{}'::uuid[], d.created_by
    from grant_program d where d.award_id is not null
    union all
    select d.org_id, 'programApplication', d.id, 'grantProgram', d.program_id, '{}'::uuid[], d.created_by
    from program_application d
    union all
    select d.org_id, 'subaward', d.id, 'grantAward', d.award_id, '{}'::uuid[], d.created_by
    from subaward d
    union all
    select d.org_id, 'subaward', d.id, 'programApplication', s.id, array[s.created_by], d.created_by
    from subaward d join program_application s on s.org_id = d.org_id and s.id = d.application_id
    union all
    select d.org_id, 'subawardRequest', d.id, 'subaward', s.id, array[s.created_by], d.created_by
    from subaward_request d join subaward s on s.org_id = d.org_id and s.id = d.subaward_id
    union all
    select d.org_id, 'paDeclaration', d.id, 'incident', d.incident_id, '{}'::uuid[], null::uuid
    from pa_declaration d where d.incident_id is not null
    union all
    select d.org_id, 'paProject', d.id, 'paDeclaration', d.declaration_id, '{}'::uuid[], d.owner_id
    from pa_project d
    union all
    select d.org_id, 'paRequest', d.id, 'paProject', s.id, array[s.owner_id], d.prepared_by
    from pa_request d join pa_project s on s.org_id = d.org_id and s.id = d.project_id
    union all
    select d.org_id, 'paAppeal', d.id, 'paProject', s.id, array[s.owner_id], d.owner_id
    from pa_appeal d join pa_project s on s.org_id = d.org_id and s.id = d.project_id
    union all
    select d.org_id, 'paExtension', d.id, 'paProject', s.id, array[s.owner_id], d.prepared_by
    from pa_extension d join pa_project s on s.org_id = d.org_id and s.id = d.project_id
    union all
    select d.org_id, 'incidentRelease', d.id, 'incident', d.incident_id, '{}'::uuid[], d.author_id
    from incident_release d
    union all
    select d.org_id, 'incident', d.id, 'weatherAlert', d.alert_id, '{}'::uuid[], null::uuid
    from incident d where d.alert_id is not null
    union all
    select d.org_id, 'flowRun', d.id, d.object_type, d.object_id, d.parties, null::uuid
    from flow_run d where d.object_id is not null
  ) known (org_id, record_type, record_id, from_type, from_id, askers, made_by)
  where record_id is not null and from_id is not null
    and (record_type, record_id) <> (from_type, from_id)
  on conflict do nothing;
  -- What waits for approval now: whoever asked for what it came of has a hand in it from now on.
  update approval_request q
  set facts = jsonb_set(
    q.facts, '{parties}',
    to_jsonb(array(
      select jsonb_array_elements_text(coalesce(q.facts -> 'parties', '[]'))
      union
      select earlier.person::text
      from (
        with recursive chain(type, id) as (
          select q.document_type, q.document_id
          union
          select o.from_type, o.from_id
          from chain c
          join record_origin o
            on o.org_id = q.org_id and o.record_type = c.type and o.record_id = c.id
        )
        select unnest(o.askers || o.made_by) as person
        from chain c
        join record_origin o
          on o.org_id = q.org_id and o.record_type = c.type and o.record_id = c.id
      ) earlier
      where earlier.person is not null and earlier.person is distinct from q.requester_id
    ))
  )
  where q.status = 'pending'
    and exists (
      select 1
      from record_origin o
      where o.org_id = q.org_id and o.record_type = q.document_type and o.record_id = q.document_id
    );
  foreach one in array held loop
    execute format('alter table %I force row level security', one);
  end loop;
end $$;
select levee_secure('record_origin');
