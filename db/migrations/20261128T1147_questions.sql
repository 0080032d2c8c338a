-- Questions about what is built, asked by either side; what each side did stands as its turns.
alter table project add column question_days int not null default 7
  check (question_days between 1 and 60);
grant select (org_id, id, number, name, status, contracts, segment_code) on project to levee_vendor;
create policy own on project for select to levee_vendor using (
  status in ('active', 'on_hold', 'substantially_complete', 'closed')
  and exists (
    select 1
    from contract c
    where c.org_id = project.org_id
      and project.contracts @> jsonb_build_array(jsonb_build_object('contractId', c.id))
  )
);

create table rfi (
  org_id uuid not null,
  id uuid not null,
  number text not null default 'Draft',
  sequence int check (sequence > 0),
  status text not null default 'draft'
    check (status in ('draft', 'open', 'answered', 'closed', 'withdrawn')),
  project_id uuid not null,
  contract_id uuid,
  side text not null check (side in ('agency', 'contractor')),
  asked_of text not null check (asked_of in ('agency', 'contractor')),
  title text not null,
  question text not null,
  reference text not null default '',
  place text not null default '',
  proposed_answer text not null default '',
  cost_impact text not null default 'unknown' check (cost_impact in ('yes', 'no', 'unknown')),
  cost_cents bigint,
  time_impact text not null default 'unknown' check (time_impact in ('yes', 'no', 'unknown')),
  time_days int check (time_days between -3650 and 3650),
  file_ids jsonb not null default '[]',
  asked_by uuid,
  asked_by_name text not null,
  asked_on date,
  due_on date,
  court text check (court in ('agency', 'contractor')),
  court_since date,
  answer text not null default '',
  answered_by uuid,
  answered_by_name text not null default '',
  answered_at timestamptz,
  answer_file_ids jsonb not null default '[]',
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, project_id) references project(org_id, id),
  foreign key (org_id, contract_id) references contract(org_id, id),
  foreign key (asked_by) references person(id),
  foreign key (answered_by) references person(id),
  check (contract_id is not null or (side = 'agency' and asked_of = 'agency')),
  check (side = 'agency' or asked_of = 'agency'),
  check ((status in ('open', 'answered')) = (court is not null)),
  check ((court is null) = (court_since is null)),
  check (status in ('draft', 'withdrawn') or (sequence is not null and due_on is not null)),
  check ((status in ('answered', 'closed')) <= (answer <> ''))
);
select levee_secure('rfi');
-- Numbers count within a project.
create unique index rfi_number on rfi (org_id, project_id, sequence) where sequence is not null;
create index rfi_court on rfi (org_id, court, due_on) where court is not null;
create index rfi_contract on rfi (org_id, contract_id);

create table rfi_turn (
  org_id uuid not null,
  rfi_id uuid not null,
  position int not null check (position >= 0),
  kind text not null check (
    kind in ('asked', 'asked_back', 'replied', 'answered', 'reopened', 'closed', 'withdrawn')
  ),
  by_side text not null check (by_side in ('agency', 'contractor', 'designer')),
  by_name text not null,
  at timestamptz not null,
  on_day date not null,
  says text not null default '',
  court text check (court in ('agency', 'contractor')),
  primary key (org_id, rfi_id, position),
  foreign key (org_id, rfi_id) references rfi(org_id, id)
);
select levee_secure('rfi_turn');
-- What a side did stays as it was.
revoke update, delete on rfi_turn from levee_app;

-- A contractor reads what concerns its contracts, and nothing that the agency drafts.
grant select (
  org_id, id, number, sequence, status, project_id, contract_id, side, asked_of, title, question, reference,
  place, proposed_answer, cost_impact, cost_cents, time_impact, time_days, asked_by_name, asked_on,
  due_on, court, court_since, answer, answered_by_name, answered_at, version
) on rfi to levee_vendor;
create policy own on rfi for select to levee_vendor using (
  sequence is not null and (org_id, contract_id) in (select org_id, id from contract)
);
grant select (org_id, rfi_id, position, kind, by_side, by_name, at, on_day, says, court)
  on rfi_turn to levee_vendor;
create policy own on rfi_turn for select to levee_vendor using (
  (org_id, rfi_id) in (select org_id, id from rfi)
);
grant select (org_id, id, number, status, project_id, purchase_order_id, period_to, status_reason,
  contractor_at, updated_at) on pay_application to levee_vendor;
create policy own on pay_application for select to levee_vendor using (
  status <> 'draft'
  and (org_id, purchase_order_id) in (select org_id, id from purchase_order)
);
