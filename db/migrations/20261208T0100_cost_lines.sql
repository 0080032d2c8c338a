-- Cost lines: every charge of the books once, with what was paid of it. Posting and paying write
-- them; what funds them takes cents of them as claims.
create table object_class_account (
  org_id uuid not null references organization (id),
  account_id uuid not null,
  object_class text not null check (object_class in (
    'personnel', 'fringe', 'travel', 'equipment', 'supplies', 'contractual', 'construction', 'other', 'indirect'
  )),
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references segment_value (org_id, id)
);
select levee_secure('object_class_account');
comment on table object_class_account is 'Which object class of a federal budget (SF-424A, section B) an account of the chart belongs to';

alter table invoice add column service_from date, add column service_to date,
  add constraint invoice_service_days check (service_from <= service_to and (service_from is null) = (service_to is null));
comment on column invoice.service_from is 'First day of what the invoice bills, where it says so: the day on which the cost was incurred';

create table cost_line (
  org_id uuid not null references organization (id),
  id uuid not null,
  source text not null check (source in ('invoice', 'payroll', 'transfer')),
  -- The invoice's line or share, or the journal's line, that charged it.
  source_id uuid not null,
  document_id uuid not null,
  document_number text not null,
  description text not null default '',
  account_string_id uuid not null,
  object_class text not null,
  fiscal_year_id uuid not null,
  posted_on date not null,
  incurred_from date not null,
  incurred_to date not null,
  cents bigint not null,
  paid bigint not null default 0,
  paid_on date,
  moved bigint not null default 0,
  claimed bigint not null default 0,
  -- What it moves from, and (of what a transfer charges elsewhere) what it came from.
  moves_id uuid,
  came_from_id uuid,
  requisition_id uuid,
  purchase_order_id uuid,
  receipt_id uuid,
  invoice_id uuid,
  journal_id uuid,
  -- Bought in an emergency: a cost that disaster assistance may reimburse.
  emergency boolean not null default false,
  reversed_on date,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, source_id),
  foreign key (org_id, account_string_id) references account_string (org_id, id),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  foreign key (org_id, moves_id) references cost_line (org_id, id),
  foreign key (org_id, came_from_id) references cost_line (org_id, id),
  check (incurred_from <= incurred_to),
  check (paid between least(0, cents) and greatest(0, cents))
);
select levee_secure('cost_line');
create index cost_line_account on cost_line (org_id, account_string_id, incurred_to);
create index cost_line_invoice on cost_line (org_id, invoice_id) where invoice_id is not null;
create index cost_line_journal on cost_line (org_id, journal_id) where journal_id is not null;
create index cost_line_moves on cost_line (org_id, moves_id) where moves_id is not null;
create index cost_line_came_from on cost_line (org_id, came_from_id) where came_from_id is not null;
create index cost_line_requisition on cost_line (org_id, requisition_id) where requisition_id is not null;
comment on column cost_line.paid is 'The largest-remainder share of what was paid of its document; withheld retainage is unpaid';
comment on column cost_line.moved is 'Paid cents that cost transfers took away; of what takes them, its own amount, so that it cannot be claimed itself';
comment on column cost_line.claimed is 'Sum of its live claims';

create table cost_claim (
  org_id uuid not null references organization (id),
  id uuid not null,
  cost_line_id uuid not null,
  claimer_kind text not null,
  claimer_id uuid not null,
  claimer_number text not null,
  -- What pays: an award of grants, a project of public assistance.
  funder_id uuid not null,
  funder_number text not null,
  share text not null check (share in ('federal', 'match')),
  cents bigint not null check (cents <> 0),
  ahead boolean not null default false,
  uncovered bigint not null default 0,
  live boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, cost_line_id) references cost_line (org_id, id)
);
select levee_secure('cost_claim');
create index cost_claim_line on cost_claim (org_id, cost_line_id) where live;
create index cost_claim_claimer on cost_claim (org_id, claimer_id);
create index cost_claim_funder on cost_claim (org_id, funder_id) where live;
create index cost_claim_uncovered on cost_claim (org_id, funder_id) where live and uncovered <> 0;
comment on column cost_claim.ahead is 'Taken before the line was paid (an advance); uncovered until it is';
comment on column cost_claim.uncovered is 'Cents of it that no payment stands behind any more';

-- Accounts by the words of their names, also those that are added later; an agency corrects it.
create function levee_object_class(name text) returns text language sql immutable as $$
  select case
    when name ~* 'salar|wage|payroll|overtime' then 'personnel'
    when name ~* 'fringe|benefit|retirement' then 'fringe'
    when name ~* 'travel|mileage' then 'travel'
    when name ~* 'rental|service|software|licen|contract|maintenance' then 'contractual'
    when name ~* 'equipment|vehicle' then 'equipment'
    when name ~* 'suppl|material|fuel|chemical|part|medic' then 'supplies'
    when name ~* 'construction|building' then 'construction'
  end
$$;
create function levee_map_account() returns trigger language plpgsql as $$
begin
  if levee_object_class(new.name) is not null then
    insert into object_class_account (org_id, account_id, object_class)
    values (new.org_id, new.id, levee_object_class(new.name))
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger map_account after insert on segment_value
  for each row when (new.kind = 'account') execute function levee_map_account();
insert into object_class_account (org_id, account_id, object_class)
select org_id, id, levee_object_class(name)
from segment_value
where kind = 'account' and levee_object_class(name) is not null;

-- What was posted before.
insert into cost_line (
  org_id, id, source, source_id, document_id, document_number, description, account_string_id, object_class,
  fiscal_year_id, posted_on, incurred_from, incurred_to, cents, requisition_id, purchase_order_id, receipt_id, invoice_id,
  emergency
)
select
  i.org_id, gen_random_uuid(), 'invoice', h.id, i.id, i.number, coalesce(l.description, ''), h.account_string_id,
  coalesce(m.object_class, 'other'), i.fiscal_year_id, coalesce(i.approved_at::date, i.received_on),
  coalesce(r.received_on, i.invoice_date), coalesce(r.received_on, i.invoice_date), h.amount,
  q.requisition_id, i.purchase_order_id, r.id, i.id,
  coalesce(n.emergency, false)
from invoice i
join invoice_share h on h.org_id = i.org_id and h.invoice_id = i.id
join account_string s on s.org_id = i.org_id and s.id = h.account_string_id
left join object_class_account m on m.org_id = s.org_id and m.account_id = s.account_id
left join invoice_line l on l.org_id = h.org_id and l.id = h.line_id
left join purchase_order_line o on o.org_id = l.org_id and o.id = l.purchase_order_line_id
left join requisition_line q on q.org_id = o.org_id and q.id = o.requisition_line_id
left join requisition n on n.org_id = q.org_id and n.id = q.requisition_id
left join lateral (
  select t.id, t.received_on
  from receipt_line x
  join receipt t on t.org_id = x.org_id and t.id = x.receipt_id and t.status = 'posted'
  where x.org_id = o.org_id and x.purchase_order_line_id = o.id
  order by t.received_on desc, t.id desc
  limit 1
) r on true
where i.status in ('approved', 'scheduled', 'paid') and i.fiscal_year_id is not null and h.amount <> 0;

with part as (
  select
    c.org_id, c.id,
    case when i.total = 0 then c.cents else floor(i.paid_amount::numeric * c.cents / i.total) end as least,
    case when i.total = 0 then 0 else i.paid_amount::numeric * c.cents / i.total - floor(i.paid_amount::numeric * c.cents / i.total) end as rest,
    case when i.total = 0 then 0 else i.paid_amount end as whole, c.invoice_id, i.total
  from cost_line c
  join invoice i on i.org_id = c.org_id and i.id = c.invoice_id
  where i.paid_amount <> 0 or i.total = 0
), ranked as (
  select *, row_number() over w as place, whole - sum(least) over (partition by org_id, invoice_id) as left_over
  from part
  window w as (partition by org_id, invoice_id order by rest desc, id)
)
update cost_line c
set
  paid = r.least + case when r.total <> 0 and r.place <= r.left_over then 1 else 0 end,
  paid_on = coalesce((
    select max(p.paid_on)
    from payment_invoice x
    join payment p on p.org_id = x.org_id and p.id = x.payment_id
    where x.org_id = c.org_id and x.invoice_id = c.invoice_id and x.live
  ), c.posted_on)
from ranked r
where c.org_id = r.org_id and c.id = r.id;
