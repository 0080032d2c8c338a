-- Two givers of one duty are two words, as of a role: the strongest stands in member_duty, the others beside.
alter table member_duty add column id uuid not null default gen_random_uuid();
create or replace view held_duty with (security_invoker = true) as
  select org_id, person_id, duty, granted_at, granted_by, expires_at, source, reason, source_id, id
  from member_duty
  where expires_at is null or expires_at > clock_timestamp();
comment on column member_duty.id is 'The giver''s word, by which a review ends this one and no other';

create table duty_word (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  duty text not null,
  granted_by uuid,
  granted_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  source text not null check (source in ('member', 'opening', 'request', 'provider', 'directory')),
  source_id text,
  reason text not null default '',
  -- When a person ended what a provider or directory gives; it is not given again while the source says the same.
  taken_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, person_id) references organization_member(org_id, person_id)
);
select levee_secure('duty_word');
create index duty_word_person on duty_word (org_id, person_id, duty);
create unique index duty_word_source on duty_word (org_id, person_id, duty, source, source_id)
  where source in ('provider', 'directory');
comment on table duty_word is 'Words of givers of a duty beside the one that stands in member_duty, and those that a person ended';
