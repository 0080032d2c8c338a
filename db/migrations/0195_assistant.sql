-- Where a person stands in a tutorial: theirs alone, in whichever agency they work.
create table user_tutorial_progress (
  person_id uuid not null references person on delete cascade,
  tutorial_id uuid not null,
  current_step int not null default 0 check (current_step >= 0),
  completed boolean not null default false,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (person_id, tutorial_id)
);
alter table user_tutorial_progress enable row level security;
alter table user_tutorial_progress force row level security;
create policy own on user_tutorial_progress to levee_app using (person_id = (select levee_person())) with check (person_id = (select levee_person()));
grant select, insert, update on user_tutorial_progress to levee_app;

-- An agency's own assistant: its look and its first words.
create table product_agent (
  org_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  branding_config jsonb not null default '{}',
  welcome_message text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('product_agent');
