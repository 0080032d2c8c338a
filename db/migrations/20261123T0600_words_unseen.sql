-- Words and exact place of a citizen's report are public once somebody of the agency has looked at it; before, everybody sees its kind, its state and the place to a hundredth of a degree.
alter table service_request add column acknowledged_at timestamptz;
update service_request set acknowledged_at = updated_at where status in ('acknowledged', 'in_progress', 'closed');
alter table service_request
  add column public_description text not null generated always as (case when acknowledged_at is null then '' else description end) stored,
  add column public_address text not null generated always as (case when acknowledged_at is null then '' else address end) stored,
  add column public_latitude double precision generated always as (case when acknowledged_at is null then round(latitude::numeric, 2)::double precision else latitude end) stored,
  add column public_longitude double precision generated always as (case when acknowledged_at is null then round(longitude::numeric, 2)::double precision else longitude end) stored;
revoke select (description, address, latitude, longitude) on service_request from levee_anon;
grant select (acknowledged_at, public_description, public_address, public_latitude, public_longitude) on service_request to levee_anon;
