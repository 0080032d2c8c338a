-- When the work of a contract was substantially complete, and what stood open then: what the law lets
-- be withheld afterwards, and by when the rest is released, follows from it.
create table contract_completion (
  org_id uuid not null,
  -- The contract.
  id uuid not null,
  completed_on date not null,
  -- Cents to correct or complete what was known then.
  cost_to_correct bigint not null default 0 check (cost_to_correct >= 0),
  remaining text not null default '',
  -- Final papers of the contractor are still to come.
  papers_open boolean not null default true,
  file_id uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references contract(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id)
);
select levee_secure('contract_completion');

-- Notice for an option in months, besides days.
alter table contract add column option_notice_months int not null default 0
  check (option_notice_months between 0 and 60);

-- Clocks of claims run in days or in months; which of them in months.
alter table contract_change_terms
  add column notice_in text not null default 'days' check (notice_in in ('days', 'months')),
  add column submit_in text not null default 'days' check (submit_in in ('days', 'months')),
  add column decide_in text not null default 'days' check (decide_in in ('days', 'months')),
  add column appeal_in text not null default 'days' check (appeal_in in ('days', 'months'));
alter table contract_claim
  -- When the vendor knew of it, or should have; null where that was the day itself.
  add column known_on date,
  add column submit_in text not null default 'days' check (submit_in in ('days', 'months')),
  add column decide_in text not null default 'days' check (decide_in in ('days', 'months')),
  add column appeal_in text not null default 'days' check (appeal_in in ('days', 'months')),
  add constraint contract_claim_known_check check (known_on >= event_on);
grant select (notice_in, submit_in, decide_in, appeal_in) on contract_change_terms to levee_vendor;
grant select (known_on) on contract_claim to levee_vendor;

-- The last day on which the vendor may be told that an option is used: whole months before the end (the
-- last day of a month stays one), and days besides.
alter table contract add column option_notice_on date generated always as (
  case
    when ends_on = (date_trunc('month', ends_on::timestamp) + interval '1 month' - interval '1 day')::date
    then (date_trunc('month', ends_on::timestamp) - make_interval(months => option_notice_months - 1) - interval '1 day')::date
    else (ends_on::timestamp - make_interval(months => option_notice_months))::date
  end - option_notice_days
) stored;
