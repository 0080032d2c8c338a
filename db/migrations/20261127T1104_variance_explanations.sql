-- Why a row of the budgetary comparison differs from its budget; earlier words stand in its history.
create table variance_explanation (
  org_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  fund_id uuid not null,
  department_id uuid not null,
  explanation text not null check (length(explanation) between 3 and 4000),
  -- Final budget less actual when it was written, in cents.
  variance_cents bigint not null,
  written_by uuid not null,
  written_at timestamptz not null default clock_timestamp(),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, fiscal_year_id, fund_id, department_id),
  foreign key (org_id, fiscal_year_id) references fiscal_year(org_id, id),
  foreign key (org_id, fund_id) references segment_value(org_id, id),
  foreign key (org_id, department_id) references department(org_id, id),
  foreign key (written_by) references person(id)
);
select levee_secure('variance_explanation');
revoke delete on variance_explanation from levee_app;
create index variance_explanation_fund on variance_explanation (org_id, fund_id);
create index variance_explanation_department on variance_explanation (org_id, department_id);
