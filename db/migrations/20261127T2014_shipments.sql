-- A notice of the vendor is the shipment of its order: where it stands follows from its events, its receipts and its proof.
alter table ship_notice drop constraint ship_notice_status_check;
alter table ship_notice add column delivered_on date;
alter table ship_notice add column lacking text[] not null default '{}';
update ship_notice
set
  status = case status when 'announced' then 'info_received' when 'arrived' then 'delivered' else status end,
  delivered_on = case status when 'arrived' then updated_at::date end
where status in ('announced', 'arrived');
alter table ship_notice alter column status set default 'info_received';
alter table ship_notice add constraint ship_notice_status_check check (
  status in (
    'planned', 'info_received', 'in_transit', 'out_for_delivery', 'attempt_failed', 'exception', 'delivered', 'verified', 'returned', 'expired', 'withdrawn'
  )
);
drop index ship_notice_expected;
create index ship_notice_expected on ship_notice (org_id, expected_on) where status not in ('verified', 'returned', 'expired', 'withdrawn');
create index ship_notice_vendor on ship_notice (org_id, vendor_id, delivered_on desc) where delivered_on is not null;
create index ship_notice_tracking on ship_notice (org_id, lower(tracking)) where tracking <> '';

-- The receipt of what a shipment brought is a witness of it.
alter table receipt add column ship_notice_id uuid;
alter table receipt add foreign key (org_id, ship_notice_id) references ship_notice(org_id, id);
create index receipt_ship_notice on receipt (org_id, ship_notice_id) where ship_notice_id is not null;

-- What was heard of a shipment, by its own time; never changed.
create table shipment_event (
  org_id uuid not null,
  id uuid not null,
  ship_notice_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('info_received', 'in_transit', 'out_for_delivery', 'attempt_failed', 'exception', 'delivered', 'returned')),
  code text not null default '' check (length(code) <= 20),
  place text not null default '' check (length(place) <= 200),
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  source text not null check (source in ('hand', 'csv', 'program', 'proof')),
  entered_by uuid,
  entered_by_name text not null default '',
  entered_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, ship_notice_id) references ship_notice(org_id, id),
  foreign key (entered_by) references person(id),
  check ((latitude is null) = (longitude is null)),
  unique (org_id, ship_notice_id, at, kind, code, place)
);
select levee_secure('shipment_event');
revoke update, delete on shipment_event from levee_app;

insert into shipment_event (org_id, id, ship_notice_id, at, kind, source, entered_by_name)
select org_id, gen_random_uuid(), id, updated_at, 'delivered', 'hand', 'Recorded as arrived'
from ship_notice
where status = 'delivered';
