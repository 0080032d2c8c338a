-- Where an agency takes its exclusion list from by itself, and how that went. Without a row it is uploaded.
create table exclusion_source (
  org_id uuid primary key references organization (id),
  address text not null check (length(address) between 1 and 2000),
  -- What the last list said of itself, so that it is not sent again.
  etag text,
  modified text,
  -- When the address last answered, and when a list last came from there.
  checked_at timestamptz,
  fetched_at timestamptz,
  -- Why nothing came, since when; null when it last went well.
  failure text,
  failed_at timestamptz,
  set_by uuid,
  version int not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);
select levee_secure('exclusion_source');
