-- The field: devices that an agency's people carry, what they captured without a line, and the packets they were given.
create table field_terms (
  org_id uuid primary key,
  days_without_sign_in int not null default 7 check (days_without_sign_in between 1 and 14),
  lock_minutes int not null default 15 check (lock_minutes between 1 and 240),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  foreign key (org_id) references organization(id)
);
select levee_secure('field_terms');

create table field_device (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'enrolled'
    check (status in ('enrolled', 'active', 'locked', 'revoked', 'erased')),
  person_id uuid not null,
  person_name text not null,
  name text not null check (name <> ''),
  platform text not null default '',
  app_version text not null default '',
  public_key jsonb not null check (jsonb_typeof(public_key) = 'object'),
  sealed_store_key text not null,
  enrolled_at timestamptz not null default clock_timestamp(),
  last_contact_at timestamptz,
  last_captured_at timestamptz,
  waiting int not null default 0 check (waiting >= 0),
  highest int not null default 0 check (highest >= 0),
  received int not null default 0 check (received >= 0),
  session_ids uuid[] not null default '{}',
  silent_since timestamptz,
  status_reason text not null default '',
  ended_by uuid,
  ended_at timestamptz,
  waited int not null default 0 check (waited >= 0),
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (person_id) references person(id),
  foreign key (ended_by) references person(id),
  check ((status in ('revoked', 'erased')) = (ended_at is not null))
);
select levee_secure('field_device');
create index field_device_person on field_device (org_id, person_id);
create index field_device_contact on field_device (org_id, last_contact_at) where status in ('enrolled', 'active', 'locked');

create table field_capture (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'received'
    check (status in ('received', 'in_review', 'applied', 'superseded', 'set_aside')),
  device_id uuid not null,
  capture_no int not null check (capture_no > 0),
  person_id uuid not null,
  person_name text not null,
  kind text not null check (kind <> ''),
  record_id uuid,
  record_version int,
  envelope jsonb not null check (jsonb_typeof(envelope) = 'object'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  before_hash text not null check (before_hash ~ '^[0-9a-f]{64}$'),
  signature text not null,
  captured_at timestamptz not null,
  offset_ms bigint,
  sent_offset_ms bigint not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  without_place text not null default '',
  photos_wanted int not null default 0 check (photos_wanted >= 0),
  photos_received int not null default 0 check (photos_received between 0 and photos_wanted),
  spends boolean not null default false,
  held_for text not null default '',
  held_why text not null default '',
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array'),
  stood jsonb,
  corrected jsonb check (jsonb_typeof(corrected) = 'object'),
  corrected_by uuid,
  corrected_at timestamptz,
  applied_type text not null default '',
  applied_id uuid,
  applied_number text not null default '',
  settled_by uuid,
  settled_at timestamptz,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, device_id, capture_no),
  foreign key (org_id, device_id) references field_device(org_id, id),
  foreign key (person_id) references person(id),
  foreign key (corrected_by) references person(id),
  foreign key (settled_by) references person(id),
  check ((latitude is null) = (longitude is null)),
  check ((corrected is null) = (corrected_by is null)),
  check (status <> 'in_review' or held_why <> ''),
  check ((status = 'applied') = (applied_id is not null))
);
select levee_secure('field_capture');
create index field_capture_received on field_capture (org_id, received_at desc);
create index field_capture_open on field_capture (org_id, happened_at) where status in ('received', 'in_review');
create index field_capture_person on field_capture (org_id, person_id, received_at desc);
create index field_capture_record on field_capture (org_id, record_id) where record_id is not null;
create index field_capture_applied on field_capture (org_id, applied_id) where applied_id is not null;

create table field_photo (
  org_id uuid not null,
  id uuid not null,
  capture_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  media_type text not null,
  name text not null,
  place int not null check (place > 0),
  file_id uuid,
  received_at timestamptz,
  primary key (org_id, id),
  unique (org_id, capture_id, sha256),
  foreign key (org_id, capture_id) references field_capture(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  check ((file_id is null) = (received_at is null))
);
select levee_secure('field_photo');
create index field_photo_file on field_photo (org_id, file_id) where file_id is not null;
create index field_photo_hash on field_photo (org_id, sha256);

create table field_packet (
  org_id uuid not null,
  device_id uuid not null,
  cursor uuid not null,
  held jsonb not null check (jsonb_typeof(held) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, device_id, cursor),
  foreign key (org_id, device_id) references field_device(org_id, id)
);
select levee_secure('field_packet');

-- The zone of the camera's clock where it wrote one, and when the satellites said that it was.
alter table file_content
  add column taken_zone text check (taken_zone ~ '^[+-][01][0-9]:[0-5][0-9]$'),
  add column placed_at timestamptz;
