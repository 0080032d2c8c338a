-- What was charged and paid of a cost, day by day: a report of a past day is a sum of these, and never
-- of what stands today. A trigger writes them, so that no writer of a cost forgets one.
create table cost_entry (
  org_id uuid not null references organization (id),
  id uuid not null default gen_random_uuid(),
  cost_line_id uuid not null,
  -- The day on which it counts on the cash basis: of payroll that is posted later, the day of the pay.
  on_day date not null,
  -- The day on which the ledger has it.
  posted_on date not null,
  charged bigint not null default 0,
  paid bigint not null default 0,
  primary key (org_id, id),
  foreign key (org_id, cost_line_id) references cost_line (org_id, id),
  check (charged <> 0 or paid <> 0)
);
create index cost_entry_line on cost_entry (org_id, cost_line_id, on_day);
select levee_secure('cost_entry');

alter table cost_line add column changed_on date;

do $$
begin
  -- A database whose owner is no superuser reads all agencies only like this, within this transaction.
  alter table cost_line no force row level security;
  alter table cost_entry no force row level security;
  update cost_line set changed_on = coalesce(reversed_on, paid_on, posted_on);
  insert into cost_entry (org_id, cost_line_id, on_day, posted_on, charged)
  select org_id, id, least(posted_on, coalesce(paid_on, posted_on)), posted_on, cents
  from cost_line
  where cents <> 0;
  insert into cost_entry (org_id, cost_line_id, on_day, posted_on, charged)
  select org_id, id, reversed_on, reversed_on, -cents
  from cost_line
  where reversed_on is not null and cents <> 0;
  insert into cost_entry (org_id, cost_line_id, on_day, posted_on, paid)
  select org_id, id, coalesce(paid_on, posted_on), posted_on, paid
  from cost_line
  where paid <> 0;
  alter table cost_line force row level security;
  alter table cost_entry force row level security;
end $$;

alter table cost_line alter column changed_on set not null;
revoke update, delete on cost_entry from levee_app;
comment on column cost_line.changed_on is 'The day on which its charge or what is paid of it changed last';

create function levee_cost_entry() returns trigger language plpgsql as $$
declare
  before_charged bigint := 0;
  before_paid bigint := 0;
  now_charged bigint := case when new.reversed_on is null then new.cents else 0 end;
begin
  if tg_op = 'UPDATE' then
    before_charged := case when old.reversed_on is null then old.cents else 0 end;
    before_paid := old.paid;
  end if;
  if now_charged <> before_charged or new.paid <> before_paid then
    insert into cost_entry (org_id, cost_line_id, on_day, posted_on, charged, paid)
    values (
      new.org_id, new.id, new.changed_on, coalesce(new.reversed_on, new.posted_on),
      now_charged - before_charged, new.paid - before_paid
    );
  end if;
  return null;
end $$;
create trigger cost_line_entry
after insert or update of paid, reversed_on, cents on cost_line
for each row execute function levee_cost_entry();

-- Where interim reports end, and how the recipient counts (2 CFR 200.328; instructions of the SF-425).
-- What was planned for an award stays as it was planned.
alter table grant_award add column report_ends text not null default 'award'
  check (report_ends in ('calendar', 'federal', 'award'));
alter table grant_award alter column report_ends set default 'calendar';
alter table grant_award add column basis text not null default 'cash'
  check (basis in ('cash', 'accrual'));
