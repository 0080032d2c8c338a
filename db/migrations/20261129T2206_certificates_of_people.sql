-- The duty of who keeps courses, requirements and certificates of people.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer', 'storekeeper',
  'project_manager', 'dispatcher', 'device_keeper', 'sustainability_officer', 'biller', 'card_administrator',
  'training_officer'
));

-- Whom a member answers to; without one, the managers of the department.
alter table organization_member add column supervisor_id uuid;
alter table organization_member add foreign key (org_id, supervisor_id) references organization_member(org_id, person_id);
alter table organization_member add check (supervisor_id <> person_id);
create index organization_member_supervisor on organization_member (org_id, supervisor_id) where supervisor_id is not null;
alter table invitation add column supervisor_id uuid;
alter table invitation add foreign key (org_id, supervisor_id) references organization_member(org_id, person_id);

-- What a person is certified for, by code: valid through its last day. Whether it expires soon or has expired
-- follows from the day, so no column says it.
create table person_certificate (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'waiting' check (status in ('waiting', 'valid', 'refused', 'revoked')),
  holder_id uuid not null,
  holder_name text not null,
  code text not null check (code = upper(btrim(code)) and code <> ''),
  title text not null check (length(title) between 2 and 200),
  issuer text not null check (issuer <> ''),
  reference text not null default '',
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  file_id uuid,
  -- The one that it renews.
  renews_id uuid,
  -- Issued by the agency itself, behind a course: anybody may ask whether this code is valid.
  proof text check (proof ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  entered_by uuid,
  verified_by uuid,
  verified_name text not null default '',
  verified_at timestamptz,
  status_reason text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (org_id, renews_id) references person_certificate(org_id, id),
  foreign key (holder_id) references person(id),
  foreign key (entered_by) references person(id),
  foreign key (verified_by) references person(id),
  check (verified_by is null or (verified_by <> holder_id and verified_by is distinct from entered_by)),
  check (status <> 'valid' or proof is not null or verified_by is not null)
);
select levee_secure('person_certificate');
create unique index person_certificate_once on person_certificate (org_id, holder_id, code, valid_from)
  where status in ('waiting', 'valid');
create unique index person_certificate_proof on person_certificate (org_id, proof) where proof is not null;
create index person_certificate_asked on person_certificate (proof) where proof is not null;
create index person_certificate_ends on person_certificate (org_id, valid_until) where status = 'valid';
create index person_certificate_code on person_certificate (org_id, code, holder_id) where status = 'valid';
create index person_certificate_file on person_certificate (org_id, file_id) where file_id is not null;

-- Which letter of a certificate's end went out: each once, whoever else looks after it.
create table certificate_letter (
  org_id uuid not null,
  certificate_id uuid not null,
  days int not null check (days in (90, 60, 30, 7)),
  told_at timestamptz not null default clock_timestamp(),
  primary key (org_id, certificate_id, days),
  foreign key (org_id, certificate_id) references person_certificate(org_id, id)
);
select levee_secure('certificate_letter');

-- Whether the certificate of a code holds today, and no more of it.
create function levee_certificate_holds(code text) returns boolean language sql stable security definer set search_path = public as $$
  select exists (
    select 1
    from person_certificate c
    join organization o on o.id = c.org_id
    where c.proof = $1
      and c.status = 'valid'
      and c.valid_from <= (clock_timestamp() at time zone o.time_zone)::date
      and (c.valid_until is null or c.valid_until >= (clock_timestamp() at time zone o.time_zone)::date)
  )
$$;
revoke all on function levee_certificate_holds(text) from public;
grant execute on function levee_certificate_holds(text) to levee_anon;
