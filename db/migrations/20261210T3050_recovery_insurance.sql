-- Policies that pay for a disaster's damage: what is expected, then what was paid, shared out over projects.
create table pa_insurance (
  org_id uuid not null references organization (id),
  id uuid not null,
  declaration_id uuid not null,
  policy text not null check (policy <> ''),
  insurer text not null check (insurer <> ''),
  loss_cents bigint not null check (loss_cents >= 0),
  deductible_cents bigint not null check (deductible_cents >= 0),
  limit_cents bigint not null check (limit_cents >= 0),
  -- What flood insurance would have paid for what stood in a flood zone, insured or not.
  flood_cents bigint not null default 0 check (flood_cents >= 0),
  anticipated_cents bigint not null check (anticipated_cents >= 0),
  actual_cents bigint check (actual_cents >= 0),
  settled_on date,
  document text not null default '',
  version int not null default 1,
  recorded_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, policy),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id)
);
select levee_secure('pa_insurance');

create table pa_insurance_share (
  org_id uuid not null,
  id uuid not null,
  insurance_id uuid not null,
  project_id uuid not null,
  cents bigint not null check (cents >= 0),
  primary key (org_id, id),
  unique (org_id, insurance_id, project_id),
  foreign key (org_id, insurance_id) references pa_insurance (org_id, id),
  foreign key (org_id, project_id) references pa_project (org_id, id)
);
select levee_secure('pa_insurance_share');
create index pa_insurance_share_of on pa_insurance_share (org_id, project_id);
