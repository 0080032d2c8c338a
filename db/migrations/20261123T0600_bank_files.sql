-- Every bank file (NACHA) that was made for a run. A void before it is sent makes it anew without the entry; the one before is kept as replaced and is never handed out again.
create table payment_file (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  -- The sealed copy in the file store, and the hash of the file as the bank gets it.
  file_id uuid not null,
  sha256 text not null,
  modifier text not null,
  -- The agency's day: the modifier tells files of one day apart.
  made_on date not null,
  made_at timestamptz not null,
  made_by uuid,
  replaced_at timestamptz,
  -- Who downloaded it last, and when.
  taken_at timestamptz,
  taken_by uuid,
  primary key (org_id, id),
  foreign key (org_id, run_id) references payment_run (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('payment_file');
create index payment_file_of_run on payment_file (org_id, run_id, made_at);
create index payment_file_of_day on payment_file (org_id, made_on);
create unique index payment_file_now on payment_file (org_id, run_id) where replaced_at is null;

insert into payment_file (org_id, id, run_id, file_id, sha256, modifier, made_on, made_at, made_by)
select org_id, gen_random_uuid(), id, nacha_file_id, nacha_sha256, file_modifier, released_on, released_at, released_by
from payment_run
where nacha_file_id is not null;

-- The file in which the entry of an ACH payment stands; and, where it was voided after that went out, what the bank said of the entry and when.
alter table payment
  add column bank_file_id uuid,
  add column bank_confirmation text,
  add column bank_confirmed_on date,
  add foreign key (org_id, bank_file_id) references payment_file (org_id, id);
create index payment_of_file on payment (org_id, bank_file_id) where bank_file_id is not null;

update payment p
set bank_file_id = f.id
from payment_file f
where f.org_id = p.org_id and f.run_id = p.run_id and p.method = 'ach' and p.trace_number is not null;

drop index payment_run_files;
