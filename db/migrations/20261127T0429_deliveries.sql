-- A file of ours on its way to another system, under one id however often it is sent.
create table connector_delivery (
  org_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  -- Whose bytes go out: the noun that brings them, and its record.
  subject text not null,
  record_id uuid not null,
  file_name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  status text not null default 'waits' check (status in ('waits', 'sending', 'arrived', 'refused', 'unknown')),
  message text,
  attempts int not null default 0,
  asked_by uuid,
  began_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, subject, record_id),
  foreign key (org_id, connector_id) references connector(org_id, id)
);
select levee_secure('connector_delivery');
revoke delete on connector_delivery from levee_app;
create index connector_delivery_of on connector_delivery (org_id, connector_id, created_at desc);
comment on table connector_delivery is 'A file of ours on its way to another system; its id is the Idempotency-Key.';

alter table connector drop constraint connector_kind_check;
alter table connector add constraint connector_kind_check check (kind in (
  'file', 'rest', 'grants-gov', 'common-grants', 'sam-exclusions', 'sam-opportunities', 'ocds', 'list',
  'push'
));
alter table connector_run drop constraint connector_run_outcome_check;
alter table connector_run add constraint connector_run_outcome_check check (outcome in (
  'running', 'checked', 'done', 'unchanged', 'stopped', 'asks', 'failed', 'waits', 'sent', 'unknown'
));

-- Where a batch goes by itself; none where a person takes its file there.
alter table fms_batch add column connector_id uuid;
alter table fms_batch add foreign key (org_id, connector_id) references connector(org_id, id);
create index fms_batch_connector on fms_batch (org_id, connector_id) where connector_id is not null;
alter table fms_batch drop constraint fms_batch_status_check;
alter table fms_batch add constraint fms_batch_status_check check (status in (
  'built', 'validated', 'sending', 'unknown', 'sent', 'acknowledged', 'rejected', 'corrected', 'withdrawn'
));
