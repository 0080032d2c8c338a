-- What suppliers answered who were asked for a price outside of a solicitation: of a requisition, or of an order.
create table price_quote (
  org_id uuid not null,
  id uuid not null,
  requisition_id uuid,
  purchase_order_id uuid,
  source text not null check (length(source) between 2 and 200),
  answer text not null check (answer in ('quoted', 'declined', 'silent')),
  cents bigint check (cents >= 0),
  answered_on date not null,
  way text not null check (way in ('written', 'email', 'phone', 'web', 'in_person')),
  note text not null default '' check (length(note) <= 2000),
  file_id uuid,
  withdrawn_reason text check (length(withdrawn_reason) >= 3),
  recorded_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, requisition_id) references requisition(org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  check ((requisition_id is null) <> (purchase_order_id is null)),
  check ((answer = 'quoted') = (cents is not null))
);
select levee_secure('price_quote');
create index price_quote_requisition on price_quote (org_id, requisition_id) where requisition_id is not null;
create index price_quote_order on price_quote (org_id, purchase_order_id) where purchase_order_id is not null;
create index price_quote_file on price_quote (org_id, file_id) where file_id is not null;
