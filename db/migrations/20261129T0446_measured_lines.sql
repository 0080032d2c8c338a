-- What of a measurement stands in which requisition or solicitation, item by item.
create table measured_line (
  org_id uuid not null,
  id uuid not null,
  measurement_id uuid not null,
  requisition_id uuid,
  solicitation_id uuid,
  line_no integer not null,
  item_key text not null,
  description text not null,
  unit text not null,
  quantity numeric(18, 4) not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, measurement_id) references measurement(org_id, id),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  foreign key (org_id, solicitation_id) references solicitation(org_id, id),
  check (num_nonnulls(requisition_id, solicitation_id) = 1)
);
select levee_secure('measured_line');
create index measured_line_measurement on measured_line (org_id, measurement_id);
create index measured_line_requisition on measured_line (org_id, requisition_id);
create index measured_line_solicitation on measured_line (org_id, solicitation_id);
