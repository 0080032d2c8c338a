-- The same as idempotency_key for people who act in no agency (vendors, people before their first agency); kept 48 hours. status 0: still being worked on.
create table person_idempotency_key (
  person_id uuid not null,
  key text not null,
  request_hash text not null,
  status int not null,
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (person_id, key)
);
create index person_idempotency_key_age on person_idempotency_key (created_at);
alter table person_idempotency_key enable row level security;
alter table person_idempotency_key force row level security;
create policy own on person_idempotency_key to levee_app using (person_id = (select levee_person())) with check (person_id = (select levee_person()));
create policy sweep on person_idempotency_key to levee_identity using (true);
grant select, insert, update, delete on person_idempotency_key to levee_app;
grant select, delete on person_idempotency_key to levee_identity;
