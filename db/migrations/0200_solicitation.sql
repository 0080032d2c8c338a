-- A vendor's own side is read through a role that owns nothing and sees what is published and what is the vendor's (levee.vendors); the agency's role never serves a vendor's reads.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'levee_vendor') then
    create role levee_vendor nologin nobypassrls;
  end if;
  grant levee_vendor to current_user;
  grant usage on schema public to levee_vendor;
end $$;

-- The vendor records of the identities that the running statement acts for.
create policy own_record on vendor for select to levee_vendor using (identity_id = any (levee_vendors()));
grant select (org_id, id, number, name, doing_business_as, status, uei, tin_kind, tin_last4, email, phone, website, address1, address2, city, state, postal_code, country, terms_days, payment_method, diversity, commodity_codes, insurance_expires_on, identity_id, hold_reason, version, created_at, updated_at) on vendor to levee_vendor;
create index vendor_by_identity on vendor (identity_id) where identity_id is not null;
create policy naming on organization for select to levee_vendor using (true);
grant select (id, name, slug, time_zone, currency) on organization to levee_vendor;
create policy naming on commodity for select to levee_vendor using (true);
grant select (org_id, code, name) on commodity to levee_vendor;
create policy naming on department for select to levee_vendor using (true);
grant select (org_id, id, code, name) on department to levee_vendor;

-- Duties: who opens bids, who scores them.
alter table member_duty drop constraint member_duty_duty_check;
alter table member_duty add constraint member_duty_duty_check check (duty in ('requester', 'buyer', 'budget_officer', 'receiver', 'ap', 'treasurer', 'auditor', 'read_only', 'opener', 'evaluator'));

create table solicitation (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  kind text not null check (kind in ('rfi', 'rfq', 'itb', 'rfp')),
  status text not null default 'draft' check (status in ('draft', 'review', 'published', 'questions_closed', 'closed', 'opened', 'evaluating', 'intent_posted', 'protest_window', 'protest_hold', 'awarded', 'contracted', 'reviewed', 'archived', 'cancelled', 'no_award', 'unsuccessful')),
  title text not null check (length(title) between 1 and 200),
  summary text not null default '',
  description text not null default '',
  department_id uuid not null,
  buyer_id uuid,
  requester_id uuid,
  fiscal_year_id uuid not null,
  -- sealed: officers and the key store hold the parts; held: the server holds the envelope until the deadline.
  protection text not null check (protection in ('sealed', 'held')),
  envelopes int not null default 1 check (envelopes in (1, 2)),
  award_by text not null default 'whole' check (award_by in ('whole', 'lot', 'item')),
  price_formula text not null default 'lowest' check (price_formula in ('lowest', 'proportional', 'linear', 'qualifications')),
  minimum_bids int not null default 1 check (minimum_bids between 1 and 20),
  invited_only boolean not null default false,
  questions_until timestamptz,
  due_at timestamptz,
  prebid_at timestamptz,
  prebid_place text not null default '',
  prebid_mandatory boolean not null default false,
  bid_bond_percent numeric(5,2),
  performance_bond_percent numeric(5,2),
  payment_bond_percent numeric(5,2),
  set_aside text not null default '',
  local_preference_percent numeric(5,2),
  federal boolean not null default false,
  construction boolean not null default false,
  -- The independent estimate: never published, never shown to a vendor.
  estimate_cents bigint check (estimate_cents >= 0),
  estimate_on date,
  estimate_by uuid,
  estimate_basis text not null default '',
  deliver_to text not null default '',
  contact_name text not null default '',
  contact_email text,
  addenda int not null default 0,
  approved_by uuid,
  approved_at timestamptz,
  published_by uuid,
  published_at timestamptz,
  closed_at timestamptz,
  opened_at timestamptz,
  ended_reason text,
  criteria_digest text,
  ocid text,
  template_key text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, department_id) references department (org_id, id),
  foreign key (org_id, fiscal_year_id) references fiscal_year (org_id, id),
  check (status in ('draft', 'review', 'cancelled') or (due_at is not null and published_at is not null))
);
select levee_secure('solicitation');
create index solicitation_by_due on solicitation (org_id, due_at desc nulls first, id desc nulls first);
create index solicitation_by_number on solicitation (org_id, number, id);
create index solicitation_by_status on solicitation (org_id, status, due_at);
create index solicitation_due on solicitation (due_at) where status in ('published', 'questions_closed');
create index solicitation_questions on solicitation (questions_until) where status = 'published';
create index solicitation_public on solicitation (due_at desc nulls first, id desc nulls first) where status not in ('draft', 'review') and not invited_only and published_at is not null;
create index solicitation_search on solicitation using gin ((number || ' ' || title || ' ' || summary) gin_trgm_ops);

create table solicitation_lot (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  lot_no int not null check (lot_no > 0),
  title text not null check (title <> ''),
  description text not null default '',
  primary key (org_id, id),
  unique (org_id, solicitation_id, lot_no),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('solicitation_lot');

create table solicitation_item (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  lot_id uuid,
  item_no int not null check (item_no > 0),
  description text not null check (description <> ''),
  commodity_code text,
  quantity numeric(18,4) not null check (quantity > 0),
  unit text not null default 'each',
  optional boolean not null default false,
  alternates boolean not null default false,
  requisition_line_id uuid,
  primary key (org_id, id),
  unique (org_id, solicitation_id, item_no),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, lot_id) references solicitation_lot (org_id, id),
  foreign key (org_id, requisition_line_id) references requisition_line (org_id, id)
);
select levee_secure('solicitation_item');
create index solicitation_item_lot on solicitation_item (org_id, lot_id);
create index solicitation_item_line on solicitation_item (org_id, requisition_line_id) where requisition_line_id is not null;
create index solicitation_item_commodity on solicitation_item (commodity_code, org_id, solicitation_id);

create table solicitation_criterion (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  position int not null,
  name text not null check (name <> ''),
  guidance text not null default '',
  kind text not null check (kind in ('technical', 'price', 'interview')),
  weight numeric(5,2) not null check (weight > 0 and weight <= 100),
  max_score int not null default 10 check (max_score between 1 and 100),
  primary key (org_id, id),
  unique (org_id, solicitation_id, position),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('solicitation_criterion');

-- What a bid must answer or enclose; an RFI's questions too.
create table solicitation_requirement (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  position int not null,
  kind text not null check (kind in ('document', 'yes_no', 'text', 'number', 'date')),
  label text not null check (label <> ''),
  guidance text not null default '',
  mandatory boolean not null default true,
  envelope text not null default 'technical' check (envelope in ('technical', 'price')),
  primary key (org_id, id),
  unique (org_id, solicitation_id, position),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('solicitation_requirement');

create table solicitation_document (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  file_id uuid not null,
  title text not null check (title <> ''),
  position int not null default 1,
  addendum_no int,
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('solicitation_document');
create index solicitation_document_of on solicitation_document (org_id, solicitation_id);

create table solicitation_clause (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  position int not null,
  rule_key text not null,
  citation text not null,
  title text not null,
  text text not null,
  because text not null,
  verified boolean not null,
  -- Left out by a person, with the reason; the rule's choice stays on record.
  left_out text,
  primary key (org_id, id),
  unique (org_id, solicitation_id, rule_key),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('solicitation_clause');

create table solicitation_addendum (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  addendum_no int not null check (addendum_no > 0),
  title text not null check (title <> ''),
  text text not null check (text <> ''),
  material boolean not null,
  changes jsonb not null default '[]',
  due_before timestamptz not null,
  due_after timestamptz not null,
  published_by uuid,
  published_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, addendum_no),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  check (due_after >= due_before)
);
select levee_secure('solicitation_addendum');

create table solicitation_question (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  question_no int not null,
  -- Who asks is kept and shown to nobody before the bids are opened.
  identity_id uuid,
  asked_by uuid,
  question text not null check (length(question) between 1 and 4000),
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  addendum_no int,
  declined boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, question_no),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('solicitation_question');

create table solicitation_invitation (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  vendor_id uuid not null,
  source text not null default 'chosen' check (source in ('chosen', 'commodity', 'outreach', 'planholder')),
  certified text[] not null default '{}',
  status text not null default 'listed' check (status in ('listed', 'invited', 'seen', 'intends', 'declined')),
  invited_at timestamptz,
  answered_at timestamptz,
  decline_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, vendor_id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (status <> 'declined' or decline_reason is not null)
);
select levee_secure('solicitation_invitation');
create index solicitation_invitation_vendor on solicitation_invitation (org_id, vendor_id);

-- Steps toward small and minority firms, women's, veteran-owned and labor surplus firms that were taken for this solicitation.
create table solicitation_outreach (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  step text not null,
  note text not null check (note <> ''),
  done_on date not null,
  done_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('solicitation_outreach');
create index solicitation_outreach_of on solicitation_outreach (org_id, solicitation_id);

-- Who took the documents or follows: told of addenda.
create table solicitation_follower (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  identity_id uuid not null,
  person_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, solicitation_id, person_id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('solicitation_follower');

-- One release per event, as published; never changed.
create table ocds_release (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  release_no int not null,
  tag text[] not null,
  released_at timestamptz not null default clock_timestamp(),
  release jsonb not null,
  primary key (org_id, id),
  unique (org_id, solicitation_id, release_no),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id)
);
select levee_secure('ocds_release');
revoke update, delete on ocds_release from levee_app;
create index ocds_release_time on ocds_release (released_at desc nulls first, id desc nulls first);

-- Everybody reads what was published and not for invited vendors alone; an invited vendor reads that too.
create policy published on solicitation for select to levee_anon using (published_at is not null and status not in ('draft', 'review') and not invited_only and org_id in (select id from organization));
grant select (org_id, id, number, kind, status, title, summary, description, department_id, protection, envelopes, award_by, price_formula, invited_only, questions_until, due_at, prebid_at, prebid_place, prebid_mandatory, bid_bond_percent, performance_bond_percent, payment_bond_percent, set_aside, local_preference_percent, federal, construction, deliver_to, contact_name, contact_email, addenda, published_at, closed_at, opened_at, ended_reason, ocid, updated_at) on solicitation to levee_anon, levee_vendor;
create policy own_invitation on solicitation_invitation for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, solicitation_id, vendor_id, status, invited_at, answered_at, decline_reason, version) on solicitation_invitation to levee_vendor;
create policy offered on solicitation for select to levee_vendor using (published_at is not null and status not in ('draft', 'review') and (not invited_only or (org_id, id) in (select i.org_id, i.solicitation_id from solicitation_invitation i)));

do $$
declare t text;
begin
  foreach t in array array['solicitation_lot', 'solicitation_item', 'solicitation_criterion', 'solicitation_requirement', 'solicitation_document', 'solicitation_clause', 'solicitation_addendum', 'ocds_release'] loop
    execute format('create policy published on %I for select to levee_anon, levee_vendor using ((org_id, solicitation_id) in (select s.org_id, s.id from solicitation s))', t);
  end loop;
end $$;
grant select on solicitation_lot, solicitation_criterion, solicitation_requirement, solicitation_clause, ocds_release to levee_anon, levee_vendor;
grant select (org_id, id, solicitation_id, lot_id, item_no, description, commodity_code, quantity, unit, optional, alternates) on solicitation_item to levee_anon, levee_vendor;
grant select (org_id, id, solicitation_id, file_id, title, position, addendum_no) on solicitation_document to levee_anon, levee_vendor;
grant select (org_id, id, solicitation_id, addendum_no, title, text, material, changes, due_before, due_after, published_at) on solicitation_addendum to levee_anon, levee_vendor;
create policy documents on stored_file for select to levee_anon, levee_vendor using ((org_id, id) in (select d.org_id, d.file_id from solicitation_document d));
grant select (org_id, id, name, media_type, size, sha256) on stored_file to levee_anon, levee_vendor;

-- Answers are for everybody; a question without an answer is seen by who asked it alone; nobody but the agency knows who asked.
create policy answered on solicitation_question for select to levee_anon using (answered_at is not null and not declined and (org_id, solicitation_id) in (select s.org_id, s.id from solicitation s));
create policy asked on solicitation_question for select to levee_vendor using ((identity_id = any (levee_vendors()) or (answered_at is not null and not declined)) and (org_id, solicitation_id) in (select s.org_id, s.id from solicitation s));
grant select (org_id, id, solicitation_id, question_no, question, answer, answered_at, addendum_no, declined, created_at) on solicitation_question to levee_anon;
grant select (org_id, id, solicitation_id, question_no, question, answer, answered_at, addendum_no, declined, created_at, identity_id) on solicitation_question to levee_vendor;
create policy own on solicitation_follower for select to levee_vendor using (identity_id = any (levee_vendors()));
grant select on solicitation_follower to levee_vendor;
