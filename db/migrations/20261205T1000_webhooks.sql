-- Where events are sent to: addresses of other systems that an agency registers.
create table webhook_endpoint (
  org_id uuid not null references organization (id),
  id uuid not null,
  address text not null check (length(address) between 1 and 2000),
  description text not null default '',
  -- Events that are sent there.
  topics text[] not null default '{}',
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- Why it is disabled: a person's reason, or what the receiver answered.
  disabled_reason text,
  -- Sealed outside of the database's reach; while one rotates, both sign.
  secret text not null,
  secret_before text,
  secret_made_at timestamptz not null default clock_timestamp(),
  -- The receiver asked to be left alone until then (Retry-After).
  rest_until timestamptz,
  -- Who hears of it when it fails.
  owner_id uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, address),
  check ((state = 'disabled') = (disabled_reason is not null))
);
select levee_secure('webhook_endpoint');

-- What happened, as it is sent: the same bytes to everybody and each time.
create table webhook_message (
  org_id uuid not null,
  -- The receiver's webhook-id: by it a receiver takes a repeated message once.
  id uuid not null,
  topic text not null,
  body text not null,
  object_type text not null,
  object_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
select levee_secure('webhook_message');

-- One message on its way to one endpoint.
create table webhook_delivery (
  org_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  endpoint_id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'delivered', 'retrying', 'failed', 'cancelled')),
  -- How often it was tried; and how many of these before the present day of tries began.
  attempts int not null default 0,
  attempts_before int not null default 0,
  -- When it is due; while it is sent, until when nobody else takes it up.
  next_attempt_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- Why it was cancelled, or what ended it.
  reason text,
  -- Sent again by hand: the delivery before it.
  replay_of uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, message_id) references webhook_message (org_id, id),
  foreign key (org_id, endpoint_id) references webhook_endpoint (org_id, id),
  foreign key (org_id, replay_of) references webhook_delivery (org_id, id),
  check ((status in ('delivered', 'failed', 'cancelled')) = (ended_at is not null))
);
select levee_secure('webhook_delivery');
create index webhook_delivery_due on webhook_delivery (org_id, endpoint_id, next_attempt_at) where status in ('queued', 'sending', 'retrying');
create index webhook_delivery_recent on webhook_delivery (org_id, endpoint_id, created_at desc);
create index webhook_delivery_message on webhook_delivery (org_id, message_id);
create index webhook_delivery_replay on webhook_delivery (org_id, replay_of);
-- The sender looks over all agencies for what is due; it takes it up as the agency's.
create policy sending on webhook_delivery for select to levee_identity using (true);
grant select (org_id, endpoint_id, status, next_attempt_at) on webhook_delivery to levee_identity;

-- One try: begun before the receiver is called, ended with its answer. One that never ended is unknown.
create table webhook_attempt (
  org_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number int not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  status_code int,
  -- The first two kilobytes of what the receiver answered.
  answer text,
  error text,
  primary key (org_id, id),
  unique (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references webhook_delivery (org_id, id)
);
select levee_secure('webhook_attempt');
