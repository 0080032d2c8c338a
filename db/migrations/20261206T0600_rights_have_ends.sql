-- Every right of a member has a giver, a source, a reason and, where it was given for a time, an end.
alter table member_duty add column expires_at timestamptz;
alter table member_duty add column source text;
-- Rows are rewritten, not updated: what has no giver came with the agency's opening.
alter table member_duty alter column source type text using case when granted_by is null then 'opening' else 'member' end;
alter table member_duty alter column source set default 'member';
alter table member_duty alter column source set not null;
alter table member_duty add check (source in ('member', 'opening', 'request', 'provider', 'directory'));
alter table member_duty add column reason text not null default '';
alter table member_duty add column source_id text;
comment on column member_duty.expires_at is 'From then on the duty is not held; null: it has no end';
comment on column member_duty.source is 'Where it comes from: a member, the agency''s opening, a request that was approved, a sign-in provider or a directory';
comment on column member_duty.reason is 'Why it was given, in words; of a provider or directory its name';
comment on column member_duty.source_id is 'The request, provider or directory that gives it';

alter table user_role add column source text;
alter table user_role alter column source type text using case when granted_by is null then 'opening' else 'member' end;
alter table user_role alter column source set default 'member';
alter table user_role alter column source set not null;
alter table user_role add check (source in ('member', 'opening', 'request', 'provider', 'directory'));
alter table user_role add column reason text not null default '';
alter table user_role add column source_id text;
comment on column user_role.source is 'Where it comes from: a member, the agency''s opening, a request that was approved, a sign-in provider or a directory';
comment on column user_role.reason is 'Why it was given, in words; of a provider or directory its name';
comment on column user_role.source_id is 'The request, provider or directory that gives it';

alter table access_grant add column duty_ends jsonb not null default '{}';
alter table access_grant add column why text not null default '';
comment on column access_grant.duty_ends is 'When which of the duties shall end: { duty: instant }';
comment on column access_grant.why is 'Why it was asked for';

-- The duties that are held now. Who keeps a reading of duties for later reads the table with its ends.
create view held_duty with (security_invoker = true) as
  select org_id, person_id, duty, granted_at, granted_by, expires_at, source, reason, source_id
  from member_duty
  where expires_at is null or expires_at > clock_timestamp();
comment on view held_duty is 'Duties of members that are not over';
grant select on held_duty to levee_app, levee_identity;

drop policy counsel_alone on contract_claim_note;
create policy counsel_alone on contract_claim_note as restrictive to levee_app
  using (exists (select 1 from held_duty d where d.org_id = (select levee_org()) and d.person_id = (select levee_person()) and d.duty = 'counsel'))
  with check (author_id = (select levee_person()) and exists (select 1 from held_duty d where d.org_id = (select levee_org()) and d.person_id = (select levee_person()) and d.duty = 'counsel'));

-- Who gave a role, from where and why is shown to those who administer the rights (and to the person) since every right is accounted for.
grant select (granted_by, source, reason, source_id) on user_role to levee_app;
