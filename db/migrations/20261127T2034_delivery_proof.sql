-- One link for the driver of one delivery, and what came back by it: once. Of the link only a digest is kept.
create table delivery_proof (
  org_id uuid not null,
  id uuid not null,
  ship_notice_id uuid not null,
  digest text not null,
  made_by uuid,
  made_by_name text not null default '',
  made_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  given_at timestamptz,
  given_key uuid,
  device_at timestamptz,
  latitude numeric(9, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  accuracy numeric(9, 1) check (accuracy >= 0),
  driver text not null default '' check (length(driver) <= 120),
  note text not null default '' check (length(note) <= 1000),
  told jsonb not null default '{}',
  photo_file_id uuid,
  primary key (org_id, id),
  foreign key (org_id, ship_notice_id) references ship_notice(org_id, id),
  foreign key (org_id, photo_file_id) references stored_file(org_id, id),
  foreign key (made_by) references person(id),
  check ((latitude is null) = (longitude is null)),
  check ((given_at is null) = (given_key is null)),
  check (ends_at > made_at)
);
select levee_secure('delivery_proof');
revoke delete on delivery_proof from levee_app;
create unique index delivery_proof_open on delivery_proof (org_id, ship_notice_id) where ended_at is null and given_at is null;
create index delivery_proof_given on delivery_proof (org_id, ship_notice_id, given_at) where given_at is not null;
create index delivery_proof_photo on delivery_proof (org_id, photo_file_id) where photo_file_id is not null;

-- What a driver gave is not written anew.
create function levee_delivery_proof_stands() returns trigger language plpgsql as $$
begin
  if old.given_at is not null then raise exception 'the proof of a delivery is not changed'; end if;
  return new;
end $$;
create trigger stands before update on delivery_proof for each row execute function levee_delivery_proof_stands();
