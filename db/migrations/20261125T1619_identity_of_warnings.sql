-- A message is known by its issuer; two contents under one identity are kept both. Every message has its
-- row, also one that only tells of an end. A warning says whether it touches what the agency has, and one
-- without any end may be ended here.
alter table weather_alert
  add column issuer text not null default '',
  -- Of what it says; empty for rows of before, until their message is looked at again.
  add column content_sha256 text not null default '',
  add column conflict boolean not null default false,
  -- It holds nothing itself: it tells of an end, or answers.
  add column tells boolean not null default false,
  -- UGC codes as sent; `live_codes` holds those of them that are left, or counties where no zones were sent.
  add column zones text[] not null default '{}',
  add column usual_hours int not null default 24 check (usual_hours > 0),
  add column touch text not null default 'unjudged'
    check (touch in ('inside', 'possibly', 'unjudged', 'none')),
  add column touch_inside int not null default 0,
  add column touch_possibly int not null default 0,
  add column touched_at timestamptz,
  add column ended_at timestamptz,
  add column ended_by uuid references person(id),
  add column end_reason text not null default '',
  add constraint weather_alert_ended check ((ended_at is null) = (end_reason = '')),
  drop constraint weather_alert_org_id_identifier_key,
  add unique (org_id, issuer, identifier, content_sha256);
alter table weather_alert drop constraint weather_alert_status_check;
alter table weather_alert add constraint weather_alert_status_check
  check (status in ('received', 'active', 'superseded', 'upgraded', 'cancelled', 'expired'));
alter table weather_alert drop constraint weather_alert_drawn_check;
alter table weather_alert add constraint weather_alert_drawn_check
  check (drawn in ('polygon', 'partly', 'zones', 'counties', 'none'));
create index weather_alert_event on weather_alert (org_id, event_key);
create index weather_alert_identifier on weather_alert (org_id, identifier);
grant select (org_id, id, status, ends_at, ended_at, touched_at) on weather_alert to levee_identity;
create policy due on weather_alert for select to levee_identity using (status = 'active');

-- What was read of older messages gets what is read today.
update alert_message
set
  content = content || jsonb_build_object(
    'issuer', '',
    'zones', case
      when body like '{%' then coalesce(body::jsonb #> '{properties,geocode,UGC}', '[]'::jsonb)
      else '[]'::jsonb
    end,
    'references', (
      select coalesce(jsonb_agg(jsonb_build_object('identifier', named, 'issuer', '')), '[]'::jsonb)
      from jsonb_array_elements_text(content -> 'references') named
    ),
    'vtec', (
      select coalesce(jsonb_agg(string || '{"endsAt": null}'::jsonb), '[]'::jsonb)
      from jsonb_array_elements(content -> 'vtec') string
    )
  )
where content is not null;
