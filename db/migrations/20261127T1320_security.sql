-- Who looks after what happened to accounts and doors of the agency.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in (
  'requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener',
  'evaluator', 'contract_manager', 'counsel', 'duty_officer', 'grant_manager', 'grant_signer', 'certifier',
  'payroll', 'emergency_manager', 'asset_manager', 'technician', 'safety_officer', 'inspector', 'recovery',
  'department_head', 'program_reviewer', 'controller', 'compliance_officer', 'security_officer'
));

-- What happens to an account before it is in any agency concerns every agency that it is a member of. Accounts that
-- nobody has are the operator's.
create policy member_events on security_event for select to levee_app using (
  org_id is null
  and event_type in (
    'sign_in_failed', 'second_factor_failed', 'proof_failed', 'refresh_token_reused', 'second_factor_on',
    'second_factor_off', 'second_factor_reset', 'backup_codes_renewed', 'passkey_added', 'passkey_removed',
    'password_changed', 'password_reset', 'provider_linked', 'not_me'
  )
  and exists (
    select 1 from organization_member m
    where m.org_id = (select levee_org()) and m.person_id = security_event.person_id and m.active
  )
);
create index security_event_outside on security_event (person_id, occurred_at) where org_id is null;

-- What an officer looks into: opened from alerts, closed with what was found.
create table security_case (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('open', 'closed')),
  title text not null check (length(title) between 3 and 200),
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  people uuid[] not null default '{}',
  opened_by uuid,
  opened_by_name text not null,
  finding text,
  closed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number)
);
select levee_secure('security_case');
create index security_case_status on security_case (org_id, status);

-- What a detection found: so many events of a kind within a window, of one person or one address.
create table security_alert (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null check (status in ('open', 'acknowledged', 'explained', 'case')),
  detection text not null,
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  subject text not null,
  person_id uuid,
  person_name text,
  address text not null default '',
  said text not null,
  event_count int not null check (event_count > 0),
  events uuid[] not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  answer text check (length(answer) between 3 and 4000),
  handled_by uuid,
  handled_by_name text,
  case_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, case_id) references security_case(org_id, id)
);
select levee_secure('security_alert');
create unique index security_alert_living on security_alert (org_id, detection, subject) where status in ('open', 'acknowledged');
create index security_alert_recent on security_alert (org_id, last_at desc);
create index security_alert_case on security_alert (org_id, case_id) where case_id is not null;
