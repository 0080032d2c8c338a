-- A rule prepares emergency orders from kits: a line that an entitled person opens and issues, or sets
-- aside. It reserves nothing and sends nothing.
alter table alert_rule add column kits uuid[] not null default '{}';

create table alert_kit_draft (
  org_id uuid not null references organization (id),
  id uuid not null,
  alert_id uuid not null,
  event_key text not null,
  kit_id uuid not null,
  prepared_at timestamptz not null default clock_timestamp(),
  set_aside_at timestamptz,
  set_aside_by uuid references person (id),
  reason text not null default '',
  primary key (org_id, id),
  -- One event prepares one order from a kit, however many rules and messages there are.
  unique (org_id, event_key, kit_id),
  foreign key (org_id, alert_id) references weather_alert (org_id, id),
  foreign key (org_id, kit_id) references emergency_kit (org_id, id),
  check ((set_aside_at is null) = (reason = ''))
);
select levee_secure('alert_kit_draft');
