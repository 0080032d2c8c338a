-- The instant at which a membership ends: access ends by the database's clock, the rest follows within a minute.
alter table organization_member add column ends_at timestamptz;
comment on column organization_member.ends_at is 'From then on the person no longer works here; null: no end is set';
alter table organization_member add column source text not null default 'member' check (source in ('member', 'opening', 'request', 'provider', 'directory'));
comment on column organization_member.source is 'How the person came: invited by a member, with the agency''s opening, by a sign-in provider or a directory';

-- When each right of a person was used last: kept once a day at most.
create table right_use (
  org_id uuid not null,
  person_id uuid not null,
  held text not null,
  used_on date not null,
  primary key (org_id, person_id, held),
  foreign key (org_id, person_id) references organization_member (org_id, person_id)
);
select levee_secure('right_use');
comment on table right_use is 'The last day on which a role or duty gave somebody a permission';
comment on column right_use.held is 'The role or duty';
comment on column right_use.used_on is 'The agency''s day';

-- After how many days without a sign-in a membership ends. The newest rule whose day has come holds.
create table dormancy_rule (
  org_id uuid not null,
  id uuid not null,
  days int check (days between 30 and 730),
  from_day date not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('dormancy_rule');
revoke update, delete on dormancy_rule from levee_app;
comment on table dormancy_rule is 'The agency''s dated rule on memberships that nobody uses';
comment on column dormancy_rule.days is 'Days without a sign-in; null: none end';
comment on column dormancy_rule.from_day is 'From this day of the agency on';

create table dormancy_notice (
  org_id uuid not null,
  person_id uuid not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id),
  foreign key (org_id, person_id) references organization_member (org_id, person_id)
);
select levee_secure('dormancy_notice');
comment on table dormancy_notice is 'Who was told that their membership is about to end for lack of use';
