-- Who may sign for the agency: kinds of documents, up to which amount, from when to when, by what.
create table signing_authority (
  org_id uuid not null references organization (id),
  id uuid not null,
  person_id uuid not null,
  -- Kinds of documents, as areas name them.
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Cents; null for no limit.
  amount_limit bigint check (amount_limit > 0),
  from_on date not null,
  -- The last day; null for until it is revoked.
  to_on date,
  -- What gives it: a resolution, an ordinance, a statute.
  basis text not null check (length(basis) between 3 and 300),
  added_by uuid,
  revoked_at timestamptz,
  revoked_by uuid,
  revoked_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  check (to_on is null or to_on >= from_on),
  check (added_by is null or added_by <> person_id)
);
select levee_secure('signing_authority');
create index signing_authority_of on signing_authority (org_id, person_id);

-- Signatures asked for under the exact bytes of one document of a record.
create table signature_request (
  org_id uuid not null references organization (id),
  id uuid not null,
  source_type text not null check (length(source_type) between 1 and 60),
  source_id uuid not null,
  number text not null,
  link text not null,
  title text not null,
  -- What authorities to sign are compared with, in cents.
  amount bigint not null default 0,
  -- The document, and the SHA-256 (hex) of its bytes.
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  ordered boolean not null default true,
  -- The last day on which somebody may sign.
  expires_on date not null,
  -- People who may not sign for the agency: who wrote the record.
  excluded jsonb not null default '[]',
  status text not null default 'open' check (status in ('open', 'complete', 'declined', 'expired', 'voided')),
  status_reason text,
  requested_by uuid,
  -- Document, certificate and the original bytes in one PDF.
  result_file_id uuid,
  result_sha256 text check (result_sha256 ~ '^[0-9a-f]{64}$'),
  completed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id),
  foreign key (org_id, result_file_id) references stored_file (org_id, id),
  check ((status = 'complete') = (result_sha256 is not null and result_file_id is not null))
);
select levee_secure('signature_request');
-- A record has one request at a time.
create unique index signature_request_open on signature_request (org_id, source_type, source_id) where status = 'open';
create index signature_request_of on signature_request (org_id, source_id, created_at desc);
create index signature_request_due on signature_request (org_id, expires_on) where status = 'open';

-- Who is to sign: a member, the vendor in its portal, or a person by a link to their address.
create table signature_signer (
  org_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  place int not null check (place > 0),
  side text not null check (side in ('ours', 'portal', 'link')),
  person_id uuid,
  vendor_id uuid,
  name text not null check (length(name) between 2 and 200),
  email text,
  -- Where letters to those outside go: the vendor's people as they were when it was asked for.
  addresses text[] not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'asked', 'signed', 'declined')),
  authority_id uuid,
  task_id uuid,
  asked_at timestamptz,
  declined_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, request_id, place),
  foreign key (org_id, request_id) references signature_request (org_id, id),
  foreign key (org_id, authority_id) references signing_authority (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (case side when 'ours' then person_id is not null when 'portal' then vendor_id is not null else email is not null end)
);
select levee_secure('signature_signer');
create index signature_signer_person on signature_signer (org_id, person_id) where status = 'asked';
create index signature_signer_vendor on signature_signer (vendor_id) where vendor_id is not null;

-- A signature as it was given; one for a signer, never changed.
create table signature_mark (
  org_id uuid not null,
  signer_id uuid not null,
  signed_by uuid,
  name text not null,
  -- A typed name, or strokes as they were drawn.
  mark jsonb not null,
  -- How the person proved who they are, and from which address they came.
  proof text not null check (proof in ('proved_anew', 'portal', 'link_and_code')),
  address text not null,
  -- The texts that were agreed to, with what they rest on.
  agreed jsonb not null,
  sha256 text not null,
  authority_id uuid,
  signed_at timestamptz not null,
  primary key (org_id, signer_id),
  foreign key (org_id, signer_id) references signature_signer (org_id, id)
);
select levee_secure('signature_mark');
revoke update, delete on signature_mark from levee_app;

-- A single-use link of somebody without an account, with the code that is sent to them apart. Only digests are kept.
create table signature_link (
  org_id uuid not null,
  id uuid not null,
  signer_id uuid not null,
  digest text not null,
  code_digest text,
  code_until timestamptz,
  tries int not null default 0,
  codes_sent int not null default 0,
  pass_digest text,
  pass_until timestamptz,
  ended_at timestamptz,
  ended_why text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, signer_id) references signature_signer (org_id, id)
);
select levee_secure('signature_link');
create unique index signature_link_open on signature_link (org_id, signer_id) where ended_at is null;

-- A vendor sees what it is to sign, and nothing of whom else the agency asks.
create policy own on signature_signer for select to levee_vendor using (status <> 'waiting' and (org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, request_id, vendor_id, side, status, asked_at) on signature_signer to levee_vendor;
create policy own on signature_request for select to levee_vendor using ((org_id, id) in (select org_id, request_id from signature_signer));
grant select (org_id, id, number, title, status, expires_on) on signature_request to levee_vendor;

-- Signatures of contracts are given on paper or electronically.
alter table contract_signing drop constraint contract_signing_kind_check;
alter table contract_signing add constraint contract_signing_kind_check check (kind in ('wet_ink', 'electronic'));
alter table contract_signing add column signature_id uuid;
alter table contract_signing add foreign key (org_id, signature_id) references signature_request (org_id, id);
