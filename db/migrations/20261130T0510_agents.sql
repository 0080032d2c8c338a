-- Agents: how an agency has set them up, what they read for whom, and what they found and proposed.
create table agent_setting (
  org_id uuid not null,
  id uuid not null,
  agent text not null check (agent <> ''),
  paused boolean not null default false,
  daily_for uuid,
  daily_name text not null default '',
  floor_percent int not null default 0 check (floor_percent between 0 and 100),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, agent),
  foreign key (org_id) references organization(id),
  foreign key (daily_for) references person(id),
  check ((daily_for is null) = (daily_name = ''))
);
select levee_secure('agent_setting');

create table agent_run (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'finished', 'failed', 'cancelled', 'stopped')),
  agent text not null check (agent <> ''),
  agent_version int not null,
  person_id uuid not null,
  person_name text not null,
  begun text not null check (begun in ('person', 'daily')),
  begun_on date not null,
  subject_id uuid,
  job_id uuid,
  started_at timestamptz,
  ended_at timestamptz,
  reads int not null default 0 check (reads >= 0),
  records int not null default 0 check (records >= 0),
  found int not null default 0 check (found >= 0),
  fresh int not null default 0 check (fresh >= 0),
  said text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (person_id) references person(id),
  check ((status in ('queued', 'running')) = (ended_at is null)),
  check (status <> 'stopped' or said <> '')
);
select levee_secure('agent_run');
create unique index agent_run_daily on agent_run (org_id, agent, begun_on) where begun = 'daily';
create index agent_run_person on agent_run (org_id, person_id, agent, created_at);

-- What a run read: the address, what was asked, and which records answered at which version.
create table agent_read (
  org_id uuid not null,
  run_id uuid not null,
  place int not null check (place > 0),
  address text not null,
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  records jsonb not null check (jsonb_typeof(records) = 'array'),
  primary key (org_id, run_id, place),
  foreign key (org_id, run_id) references agent_run(org_id, id) on delete cascade
);
select levee_secure('agent_read');

create table agent_finding (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'open'
    check (status in ('open', 'accepted', 'edited', 'dismissed', 'superseded', 'expired')),
  agent text not null check (agent <> ''),
  agent_version int not null,
  run_id uuid not null,
  run_number text not null,
  key text not null check (key <> ''),
  digest text not null,
  sameness text not null,
  subject_id uuid not null,
  subject_number text not null,
  subject_href text not null,
  what text not null check (what <> ''),
  why text not null,
  since date,
  due_on date,
  cents bigint not null default 0,
  sources jsonb not null check (jsonb_typeof(sources) = 'array'),
  proposal jsonb check (jsonb_typeof(proposal) = 'object'),
  found_on date not null,
  dismissed_for text check (dismissed_for in ('wrong', 'known', 'settled', 'no_matter')),
  reason text not null default '',
  result jsonb check (jsonb_typeof(result) = 'object'),
  decided_by uuid,
  decided_name text not null default '',
  decided_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (org_id, run_id) references agent_run(org_id, id),
  foreign key (decided_by) references person(id),
  check ((status = 'dismissed') = (dismissed_for is not null)),
  check ((status in ('accepted', 'edited', 'dismissed')) = (decided_by is not null)),
  check (status not in ('accepted', 'edited') or (proposal is not null and result is not null))
);
select levee_secure('agent_finding');
create unique index agent_finding_open on agent_finding (org_id, agent, key) where status = 'open';
create index agent_finding_agent on agent_finding (org_id, agent, status);
create index agent_finding_decided on agent_finding (org_id, agent, decided_on) where decided_on is not null;
create index agent_finding_subject on agent_finding (org_id, subject_id);
