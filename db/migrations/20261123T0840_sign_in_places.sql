-- Where a person has signed in: a network address or a browser, as a digest of it. From there they are not held up while somebody else guesses at their account.
create table sign_in_place (
  person_id uuid not null references person on delete cascade,
  place text not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (person_id, place)
);
create index sign_in_place_age on sign_in_place (seen_at);

alter table sign_in_place enable row level security;
alter table sign_in_place force row level security;
create policy identity on sign_in_place to levee_identity using (true) with check (true);
grant select, insert, update, delete on sign_in_place to levee_identity;
