-- Conversations with the copilot: each is one person's, and the database shows it to nobody else.
create table copilot_conversation (
  org_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  title text not null check (title <> ''),
  last_at timestamptz not null default clock_timestamp(),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (person_id) references person(id)
);
select levee_secure('copilot_conversation');
create index copilot_conversation_person on copilot_conversation (org_id, person_id, last_at);
create index copilot_conversation_last on copilot_conversation (org_id, last_at);
create policy person_alone on copilot_conversation as restrictive to levee_app
  using (person_id = (select levee_person()) or (select levee_person()) is null)
  with check (person_id = (select levee_person()));

create table copilot_message (
  org_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  person_id uuid not null,
  place int not null check (place > 0),
  role text not null check (role in ('user', 'assistant')),
  text text not null,
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  proposal jsonb check (proposal is null or jsonb_typeof(proposal) = 'object'),
  decided text check (decided in ('accepted', 'dismissed', 'superseded')),
  said text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, conversation_id, place),
  foreign key (org_id, conversation_id) references copilot_conversation(org_id, id) on delete cascade,
  foreign key (person_id) references person(id),
  check (decided is null or proposal is not null)
);
select levee_secure('copilot_message');
create policy person_alone on copilot_message as restrictive to levee_app
  using (person_id = (select levee_person()) or (select levee_person()) is null)
  with check (person_id = (select levee_person()));

-- For how many days an agency keeps what its people asked the copilot.
create table copilot_setting (
  org_id uuid not null,
  id uuid not null,
  keep_days int not null default 90 check (keep_days between 1 and 3650),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('copilot_setting');
