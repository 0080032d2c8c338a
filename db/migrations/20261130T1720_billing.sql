-- What agencies pay the one that runs the installation: offers, agreements, subscriptions, bills and their money.
-- All rows are the operator's; a customer reads its own by a policy. They outlive it: its name stays, its id goes with it.
create table price_plan (
  org_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  code text not null check (code ~ '^[a-z][a-z0-9-]{1,23}$'),
  audience text not null,
  monthly_cents bigint not null check (monthly_cents >= 0),
  yearly_cents bigint not null check (yearly_cents >= 0),
  includes text[] not null,
  people int check (people > 0),
  storage_gb int check (storage_gb > 0),
  calls_per_day int check (calls_per_day > 0),
  trial_days int not null default 0 check (trial_days between 0 and 366),
  public boolean not null default true,
  place int not null default 1 check (place between 1 and 99),
  primary key (org_id, id),
  unique (org_id, definition_id, version_no),
  foreign key (org_id) references organization(id)
);
select levee_secure('price_plan');
select levee_definition('price_plan');
create unique index price_plan_code on price_plan (org_id, code) where status = 'published';
create policy offered on price_plan for select to levee_app using (status <> 'draft');
grant select (org_id, id, name, status, code, audience, monthly_cents, yearly_cents, includes, people, storage_gb, calls_per_day, trial_days, public, place)
  on price_plan to levee_anon;
create policy published on price_plan for select to levee_anon using (status = 'published' and public);
comment on table price_plan is 'An offer of the agency that runs the installation, in versions; everybody reads what is published.';

create table hosting_agreement (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  status text not null default 'draft'
    check (status in ('draft', 'in_review', 'approved', 'active', 'ended', 'dropped')),
  customer_id uuid,
  customer_name text not null,
  plan_id uuid not null,
  billed text not null check (billed in ('month', 'year')),
  discount_bp int not null default 0 check (discount_bp between 0 and 10000),
  starts_on date not null,
  ends_on date not null,
  renew_months int not null default 0 check (renew_months between 0 and 120),
  notice_days int not null default 0 check (notice_days between 0 and 366),
  notice_on date,
  notice_by text not null default '',
  order_number text not null default '',
  pay_days int not null default 30 check (pay_days between 0 and 180),
  exemption_number text not null default '',
  exemption_reason text not null default '',
  bill_to text not null default '',
  bill_email text not null default '',
  note text not null default '',
  author_id uuid,
  approved_by uuid,
  approved_at timestamptz,
  ended_on date,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (customer_id) references organization(id) on delete set null,
  foreign key (org_id, plan_id) references price_plan(org_id, id),
  check (ends_on >= starts_on)
);
select levee_secure('hosting_agreement');
create policy customer on hosting_agreement for select to levee_app
  using (customer_id = (select levee_org()) and status not in ('draft', 'in_review', 'dropped'));
create index hosting_agreement_customer on hosting_agreement (customer_id, ends_on);
create index hosting_agreement_ends on hosting_agreement (org_id, status, ends_on);
comment on table hosting_agreement is 'What an agency and the operator agreed: plan, discount, term, notice, purchase order, days to pay; approved by a second operator.';

create table agency_subscription (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid,
  customer_name text not null,
  status text not null default 'incomplete'
    check (status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'cancelled')),
  plan_id uuid not null,
  agreement_id uuid,
  billed text not null check (billed in ('month', 'year')),
  price_cents bigint not null check (price_cents >= 0),
  anchor_on date not null,
  period_from date not null,
  period_to date not null,
  prorated bigint not null default 0 check (prorated >= 0),
  trial_to date,
  next_plan_id uuid,
  next_billed text check (next_billed in ('month', 'year')),
  ends_on date,
  order_number text not null default '',
  without_order boolean not null default false,
  chosen_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id) references organization(id),
  foreign key (customer_id) references organization(id) on delete set null,
  foreign key (org_id, plan_id) references price_plan(org_id, id),
  foreign key (org_id, next_plan_id) references price_plan(org_id, id),
  foreign key (org_id, agreement_id) references hosting_agreement(org_id, id),
  check (period_to >= period_from)
);
select levee_secure('agency_subscription');
create policy customer on agency_subscription for select to levee_app using (customer_id = (select levee_org()));
create unique index agency_subscription_live on agency_subscription (org_id, customer_id) where status <> 'cancelled';
create index agency_subscription_customer on agency_subscription (customer_id, created_at);
create index agency_subscription_due on agency_subscription (org_id, status, period_to);
comment on table agency_subscription is 'Which version of which plan an agency is on, since when, and what changes at the end of its period.';

create table agency_bill (
  org_id uuid not null,
  id uuid not null,
  number text,
  kind text not null default 'bill' check (kind in ('bill', 'credit')),
  status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  customer_id uuid,
  customer_name text not null,
  subscription_id uuid,
  agreement_id uuid,
  credits_id uuid,
  order_number text not null default '',
  pay_days int not null default 30 check (pay_days between 0 and 180),
  exemption_number text not null default '',
  exemption_reason text not null default '',
  bill_to text not null default '',
  bill_email text not null default '',
  period_from date,
  period_to date,
  issued_on date,
  due_on date,
  total bigint not null default 0 check (total >= 0),
  credited bigint not null default 0 check (credited >= 0),
  paid bigint not null default 0 check (paid >= 0),
  disputed_on date,
  days_stopped int not null default 0 check (days_stopped >= 0),
  note text not null default '',
  drafted_by uuid,
  issued_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id) references organization(id),
  foreign key (customer_id) references organization(id) on delete set null,
  foreign key (org_id, subscription_id) references agency_subscription(org_id, id),
  foreign key (org_id, agreement_id) references hosting_agreement(org_id, id),
  foreign key (org_id, credits_id) references agency_bill(org_id, id),
  check ((kind = 'credit') = (credits_id is not null)),
  check (status not in ('open', 'paid', 'uncollectible') or (number is not null and issued_on is not null)),
  check (paid + credited <= total)
);
select levee_secure('agency_bill');
create policy customer on agency_bill for select to levee_app
  using (customer_id = (select levee_org()) and status <> 'draft' and number is not null);
create unique index agency_bill_draft on agency_bill (org_id, subscription_id) where status = 'draft' and subscription_id is not null;
create index agency_bill_customer on agency_bill (customer_id, issued_on desc);
create index agency_bill_due on agency_bill (org_id, status, due_on);
create index agency_bill_credits on agency_bill (org_id, credits_id);
comment on table agency_bill is 'A bill of the operator to an agency, or a credit note to one; it has its number from the day on which it goes out.';

create table agency_bill_line (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  subscription_id uuid,
  kind text not null check (kind in ('period', 'upgrade', 'item')),
  description text not null,
  from_on date,
  to_on date,
  cents bigint not null check (cents >= 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, bill_id) references agency_bill(org_id, id),
  foreign key (org_id, subscription_id) references agency_subscription(org_id, id),
  check (kind <> 'period' or (subscription_id is not null and from_on is not null))
);
select levee_secure('agency_bill_line');
create policy customer on agency_bill_line for select to levee_app using (exists (
  select 1 from agency_bill b
  where b.org_id = agency_bill_line.org_id and b.id = agency_bill_line.bill_id
    and b.customer_id = (select levee_org()) and b.status <> 'draft' and b.number is not null
));
create unique index agency_bill_line_period on agency_bill_line (org_id, subscription_id, from_on) where kind = 'period';
create index agency_bill_line_bill on agency_bill_line (org_id, bill_id);
comment on table agency_bill_line is 'What is billed: a period of a subscription once, the rest of one after a change, or an item.';

create table agency_bill_payment (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  customer_id uuid,
  status text not null default 'recorded' check (status in ('recorded', 'confirmed', 'rejected')),
  cents bigint not null check (cents > 0),
  received_on date not null,
  means text not null check (means in ('ach', 'check', 'wire', 'transfer')),
  reference text not null check (reference <> ''),
  recorded_by uuid,
  decided_by uuid,
  decided_at timestamptz,
  rejected_because text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, bill_id) references agency_bill(org_id, id),
  foreign key (customer_id) references organization(id) on delete set null,
  check ((status = 'recorded') = (decided_at is null))
);
select levee_secure('agency_bill_payment');
create policy customer on agency_bill_payment for select to levee_app
  using (customer_id = (select levee_org()) and status = 'confirmed');
create index agency_bill_payment_bill on agency_bill_payment (org_id, bill_id);
create index agency_bill_payment_open on agency_bill_payment (org_id, received_on) where status = 'recorded';
create index agency_bill_payment_customer on agency_bill_payment (customer_id);
comment on table agency_bill_payment is 'Money for a bill, recorded by one operator and confirmed by another.';

create table agency_bill_dispute (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  customer_id uuid,
  opened_on date not null,
  reason text not null check (reason <> ''),
  opened_by uuid,
  opened_name text not null,
  settled_on date,
  outcome text not null default '',
  settled_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, bill_id) references agency_bill(org_id, id),
  foreign key (customer_id) references organization(id) on delete set null,
  check ((settled_on is null) = (outcome = ''))
);
select levee_secure('agency_bill_dispute');
create policy customer on agency_bill_dispute for select to levee_app using (customer_id = (select levee_org()));
create unique index agency_bill_dispute_open on agency_bill_dispute (org_id, bill_id) where settled_on is null;
create index agency_bill_dispute_customer on agency_bill_dispute (customer_id);
comment on table agency_bill_dispute is 'What a customer holds against a bill, and what was found; meanwhile its days do not count.';

create table agency_bill_reminder (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  stage int not null check (stage > 0),
  sent_on date not null,
  letters int not null default 0 check (letters >= 0),
  primary key (org_id, id),
  unique (org_id, bill_id, stage),
  foreign key (org_id, bill_id) references agency_bill(org_id, id)
);
select levee_secure('agency_bill_reminder');
comment on table agency_bill_reminder is 'Each reminder of a late bill goes out once.';

create table agency_bill_taken (
  org_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  bill_number text not null,
  invoice_id uuid not null,
  taken_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, bill_id),
  foreign key (org_id) references organization(id)
);
select levee_secure('agency_bill_taken');
create index agency_bill_taken_invoice on agency_bill_taken (org_id, invoice_id);
comment on table agency_bill_taken is 'That an agency took a bill of the operator into its own accounts payable, as which invoice.';

-- Offers and plans that stand move here; the old table began at a plan that no offer is called.
insert into price_plan (org_id, id, definition_id, version_no, name, status, published_at, code, audience, monthly_cents, yearly_cents, includes, trial_days, public, place)
select o.id, gen_random_uuid(), gen_random_uuid(), 1, p.name, 'published', clock_timestamp(), p.code, p.audience, p.monthly_cents, p.monthly_cents * 12, p.includes, p.trial_days, true, p.place
from (select id from organization order by created_at, id limit 1) o,
  (values
    ('open', 'Open', 'You run it on your own machine or in your own cloud.', 0, 0, 1,
      array['Every part of the product, nothing held back', 'Any number of people, vendors and documents', 'Open source under Apache-2.0', 'The offline audit verifier', 'Updates from the public repository']),
    ('hosted', 'Hosted', 'We run it for one agency.', 49900, 30, 2,
      array['Everything in Open', 'An installation of your own, with its own database', 'Backups every day, and a restore that we rehearse with you', 'Updates with notice', 'Answers by mail within two working days']),
    ('assured', 'Assured', 'We run it and help you bring your data in.', 99900, 30, 3,
      array['Everything in Hosted', 'Help with importing vendors, budgets and open orders', 'Your approval policies and dated rules set up with you', 'A yearly walk-through of your audit evidence', 'Answers by mail or telephone within one working day'])
  ) p(code, name, audience, monthly_cents, trial_days, place, includes);

insert into agency_subscription (org_id, id, customer_id, customer_name, status, plan_id, billed, price_cents, anchor_on, period_from, period_to, without_order)
select p.org_id, gen_random_uuid(), s.org_id, o.name, 'active', p.id, 'month', p.monthly_cents, current_date, current_date, (current_date + interval '1 month - 1 day')::date, true
from subscription s
join organization o on o.id = s.org_id
join price_plan p on p.status = 'published' and p.code = (case when s.plan in ('open', 'hosted', 'assured') then s.plan else 'open' end)
where s.subscribed;

drop table subscription;
