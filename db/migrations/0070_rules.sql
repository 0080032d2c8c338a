-- Rules of law as dated data: which parameters held when, by which citation, from which source, checked or not.
create table legal_rule (
  org_id uuid not null,
  id uuid not null,
  key text not null check (key ~ '^[a-z][a-zA-Z0-9.]*$'),
  jurisdiction text not null check (jurisdiction in ('federal', 'state', 'local')),
  citation text not null,
  text text not null,
  effective_from date not null,
  effective_to date check (effective_to is null or effective_to > effective_from),
  parameters jsonb not null default '{}',
  source text not null,
  verified boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('legal_rule');
create index legal_rule_key on legal_rule (org_id, key, effective_from);
