-- How a vendor did, worked out of events that stand elsewhere: this table only keeps the sums for the list, with the day they are of.
create table vendor_score (
  org_id uuid not null,
  vendor_id uuid not null,
  from_on date not null,
  to_on date not null,
  delivery_n int not null default 0,
  delivery_bad int not null default 0,
  quality_n int not null default 0,
  quality_bad int not null default 0,
  price_n int not null default 0,
  price_bad int not null default 0,
  dispute_n int not null default 0,
  dispute_bad int not null default 0,
  evaluation_n int not null default 0,
  evaluation_sum int not null default 0,
  events int not null default 0,
  -- 0 to 100; null while there are too few events to say anything.
  score numeric(5, 2),
  computed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, vendor_id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('vendor_score');
create index vendor_score_order on vendor_score (org_id, score, vendor_id);

-- What people of the agency say at the end of an order; the vendor reads it and may answer.
create table vendor_evaluation (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  purchase_order_id uuid not null,
  quality int not null check (quality between 1 and 5),
  timeliness int not null check (timeliness between 1 and 5),
  service int not null check (service between 1 and 5),
  comment text not null check (length(comment) between 10 and 4000),
  evaluated_on date not null,
  evaluated_by uuid not null,
  evaluated_by_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, purchase_order_id, evaluated_by),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id)
);
select levee_secure('vendor_evaluation');
create index vendor_evaluation_of on vendor_evaluation (org_id, vendor_id, evaluated_on desc);

-- The vendor's word on one event; stands beside it wherever the event is shown. Never changed, never deleted.
create table performance_reply (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('delivery', 'quality', 'price', 'dispute', 'evaluation')),
  event_id uuid not null,
  body text not null check (length(body) between 3 and 4000),
  person_id uuid,
  person_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('performance_reply');
create index performance_reply_event on performance_reply (org_id, vendor_id, kind, event_id);
revoke update, delete on vendor_evaluation, performance_reply from levee_app;

create table corrective_plan (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  vendor_id uuid not null,
  title text not null check (length(title) between 3 and 200),
  finding text not null check (length(finding) between 10 and 4000),
  wanted text not null check (length(wanted) between 3 and 4000),
  due_on date not null,
  status text not null default 'draft' check (status in ('draft', 'sent', 'answered', 'running', 'met', 'not_met', 'cancelled')),
  answer text,
  answered_by_name text,
  answered_at timestamptz,
  outcome text,
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('corrective_plan');
create index corrective_plan_of on corrective_plan (org_id, vendor_id, created_at desc);
create index corrective_plan_recent on corrective_plan (org_id, created_at desc, id desc);

create policy own on vendor_evaluation for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, vendor_id, purchase_order_id, quality, timeliness, service, comment, evaluated_on, evaluated_by_name, created_at) on vendor_evaluation to levee_vendor;
create policy own on performance_reply for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, vendor_id, kind, event_id, body, person_name, created_at) on performance_reply to levee_vendor;
create policy own on corrective_plan for select to levee_vendor using (status <> 'draft' and (org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, number, vendor_id, title, finding, wanted, due_on, status, answer, answered_by_name, answered_at, outcome, version, created_at) on corrective_plan to levee_vendor;

-- The events of one vendor in a span of days are found by these, not by reading the agency through.
create index purchase_order_promised on purchase_order (org_id, vendor_id, promised_on) where issued_at is not null and promised_on is not null;
create index invoice_vendor_date on invoice (org_id, vendor_id, invoice_date);
